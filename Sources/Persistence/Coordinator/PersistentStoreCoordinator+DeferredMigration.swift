extension PersistentStoreCoordinator {
    /// Does all that the migration of the coordinator's stores has left for later.
    ///
    /// - Throws: `PersistenceError`; what was done before stays done, and the rest is left.
    public func finishDeferredLightweightMigration() throws {
        while try finishDeferredLightweightMigrationTask() {}
    }

    /// Does one task of those that the migration of the coordinator's stores has left for later: drops
    /// a table, or the columns of a table that the model does not know any more. Others may read
    /// meanwhile; a save waits.
    ///
    /// - Returns: whether there was one; false if nothing is left.
    /// - Throws: `PersistenceError`; the task is left then.
    @discardableResult
    public func finishDeferredLightweightMigrationTask() throws -> Bool {
        try persistentStores.contains { store in
            try !store.isReadOnly && store.finishDeferredMigrationTask()
        }
    }
}
