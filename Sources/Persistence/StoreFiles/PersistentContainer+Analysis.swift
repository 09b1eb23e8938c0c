extension PersistentContainer {
    /// Gathers statistics of the values in the SQLite stores, by which SQLite chooses among indexes.
    /// They are a table of each store, and help fetches from the next opening on.
    ///
    /// - Throws: errors of the stores, `PersistenceError.readOnly` for one that is only read.
    public func analyze() throws {
        for store in coordinator.stores {
            guard let store = store as? SQLiteStore else { continue }
            try store.withWriter { try $0.connection.executeOnce("ANALYZE") }
        }
    }
}
