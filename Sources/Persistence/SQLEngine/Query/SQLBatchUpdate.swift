/// The statement that changes records, with those that have to find nothing before.
package struct SQLBatchUpdate {
    /// A statement that finds a record which would be without a required value, or would get a number, the
    /// third column, that its attribute does not hold.
    struct Check {
        let slot: PropertySlot
        let query: SQLQuery
        var isOfRange = false
    }

    let checks: [Check]
    package let statement: SQLFragment
}

extension SQLSession {
    /// Makes sure that no record would lose a required value, or get a number that it cannot hold.
    ///
    /// - Throws: `PersistenceError.validation` that names the record; errors of the store.
    package func check(_ update: SQLBatchUpdate, _ homes: StoreHomes) throws {
        for check in update.checks {
            var found: (id: ManagedObjectID, number: Int64)?
            try run(check.query.sql) { parameters in
                for value in check.query.bindings { try parameters.append(constant: value) }
            } _: { row in
                let id = homes.objectID(
                    entityNumber: schema.numbers.own(Int(row.integer(1))), key: row.integer(0))
                found = (id, check.isOfRange ? row.integer(2) : 0)
            }
            guard let found else { continue }
            guard check.isOfRange else {
                throw PersistenceError.valueRequired(at: check.slot, of: found.id)
            }
            throw outOfRange(found.number, at: check.slot, of: found.id)
        }
    }

    private func outOfRange(
        _ number: Int64, at slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        // What is beyond all whole numbers is read as the greatest or the least of them.
        let beyond = number < 0 ? -Double.infinity : .infinity
        return .outOfRange(.integer(number), at: slot, of: id)
            ?? .outOfRange(.double(beyond), at: slot, of: id) ?? .valueRequired(at: slot, of: id)
    }
}
