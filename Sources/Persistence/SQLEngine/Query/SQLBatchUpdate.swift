/// The statement that changes records, with those that have to find nothing before.
package struct SQLBatchUpdate {
    /// A statement that finds a record which would be without a required value.
    struct Check {
        let slot: PropertySlot
        let query: SQLQuery
    }

    let checks: [Check]
    package let statement: SQLFragment
}

extension SQLSession {
    /// Makes sure that no record would lose a required value.
    ///
    /// - Throws: `PersistenceError.validation` that names the record; errors of the store.
    package func check(_ update: SQLBatchUpdate, _ homes: StoreHomes) throws {
        for check in update.checks {
            var found: ManagedObjectID?
            try run(check.query.sql) { parameters in
                for value in check.query.bindings { try parameters.append(constant: value) }
            } _: { row in
                found = homes.objectID(
                    entityNumber: schema.numbers.own(Int(row.integer(1))), key: row.integer(0))
            }
            if let found { throw PersistenceError.valueRequired(at: check.slot, of: found) }
        }
    }
}
