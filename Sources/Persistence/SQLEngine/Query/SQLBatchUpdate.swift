/// The statement that changes records, with the one that has to find nothing before.
package struct SQLBatchUpdate {
    /// How a record must not come out.
    struct Fault {
        let slot: PropertySlot
        let condition: SQLFragment
        /// The number that the attribute does not hold; nil where a required value is missing.
        var number: SQLFragment?
    }

    /// The statement that finds a record with one of the faults: its key, its entity, the fault's place among
    /// them all, and its number.
    struct Check {
        let faults: [Fault]
        let query: SQLQuery
    }

    /// Nil if no record can come out so.
    let check: Check?
    package let statement: SQLFragment
}

extension SQLSession {
    /// Makes sure that no record would lose a required value, or get a number that it cannot hold.
    ///
    /// - Throws: `PersistenceError.validation` that names the record; errors of the store.
    package func check(_ update: SQLBatchUpdate, _ homes: StoreHomes) throws {
        guard let check = update.check else { return }
        var found: PersistenceError?
        try run(check.query.sql) { parameters in
            for value in check.query.bindings { try parameters.append(constant: value) }
        } _: { row in
            let fault = check.faults[Int(row.integer(2))]
            let id = homes.objectID(
                entityNumber: schema.numbers.own(Int(row.integer(1))), key: row.integer(0))
            found =
                fault.number == nil
                ? .valueRequired(at: fault.slot, of: id)
                : outOfRange(row.integer(3), at: fault.slot, of: id)
        }
        if let found { throw found }
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
