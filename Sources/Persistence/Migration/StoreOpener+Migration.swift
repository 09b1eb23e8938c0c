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

    /// Whether the store is of another version, and the options ask for it to be migrated.
    func isToBeMigrated(_ compatibility: StoreCompatibility) throws -> Bool {
        guard options.migratesAutomatically, !options.isReadOnly else { return false }
        return try !compatibility.differingEntities().isEmpty
    }

    /// Brings the store to the model that it is opened with, unless somebody else migrates it
    /// meanwhile: it has to be looked at again.
    func migrate(_ connection: Connection) throws {
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
        } catch is StoreVersionHasChanged {
            // Who opens it looks at it again in any case.
        } catch let error as MigrationError {
            throw incompatible(error)
        }
    }
}
