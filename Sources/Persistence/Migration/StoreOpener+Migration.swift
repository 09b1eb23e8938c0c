extension StoreOpener {
    /// Does what an earlier migration has left for later, unless it may stay.
    func finishDeferredMigration(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata
    ) throws {
        guard !options.isReadOnly, !options.defersMigration, !metadata.deferredTasks.isEmpty else {
            return
        }
        try DeferredMigration(connection: connection, schema: schema).finish()
    }

    /// Brings the store to the model that it is opened with, if the options ask for it.
    ///
    /// - Returns: whether it did.
    func migrate(_ connection: Connection, _ compatibility: StoreCompatibility) throws -> Bool {
        guard options.migratesAutomatically, !options.isReadOnly,
            try !compatibility.differingEntities().isEmpty
        else { return false }
        guard options.infersMapping else {
            throw PersistenceError.cannotOpen(
                path: path,
                reason: .incompatibleModel("there is no mapping to this one, and none is inferred"))
        }
        do {
            var migration = StoreMigration(path: path, to: layout.model)
            migration.keepsCopy = options.keepsCopyBeforeMigration
            migration.defersCleanup = options.defersMigration
            try migration.run(connection, layout: layout)
            return true
        } catch let error as MigrationError {
            throw incompatible(error)
        }
    }
}
