/// Opens atomic stores of a format.
struct AtomicStoreFactory: PersistentStoreFactory {
    let format: any AtomicStoreFormat

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        let description = opening.description
        var options = AtomicStoreOptions()
        options.isReadOnly = description.isReadOnly
        options.locksFile = description.locksFile
        options.migratesAutomatically = description.shouldMigrateStoreAutomatically
        options.infersMapping = description.shouldInferMappingModelAutomatically
        options.keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
        return try AtomicStore(
            path: description.path, format: format, layout: opening.layout, options: options,
            storeIndex: opening.storeIndex)
    }
}
