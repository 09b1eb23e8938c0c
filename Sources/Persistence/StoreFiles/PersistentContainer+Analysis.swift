extension PersistentContainer {
    /// Gathers statistics of the values in the SQLite stores, by which SQLite chooses among indexes.
    /// They are a table of each store, and help fetches from the next opening on.
    ///
    /// - Throws: errors of the stores, `PersistenceError.readOnly` for one that is only read.
    public func analyze() throws {
        for store in coordinator.stores { try store.analyze() }
    }
}

extension SQLiteStore {
    /// Gathers statistics of the values, by which SQLite chooses among indexes.
    ///
    /// - Throws: `PersistenceError.readOnly`, errors of SQLite.
    public func analyze() throws {
        try withWriter { try $0.connection.executeOnce("ANALYZE") }
    }
}
