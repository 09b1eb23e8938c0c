extension ModelLayout {
    /// Opens the store that a description describes.
    func openStore(
        _ description: StoreDescription, readerCount: Int
    ) throws -> any PersistentStore {
        switch description.type {
        case .sqlite:
            var options = SQLiteStoreOptions()
            options.isReadOnly = description.isReadOnly
            options.synchronous = description.isSynchronousFull ? .full : .normal
            options.readerCount = readerCount
            options.migratesAutomatically = description.shouldMigrateStoreAutomatically
            options.infersMapping = description.shouldInferMappingModelAutomatically
            options.keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
            options.securelyDeletes = description.isSecureDelete
            options.tracksHistory = description.tracksHistory
            options.trace = description.trace
            return try SQLiteStore(path: description.path, layout: self, options: options)
        case .inMemory:
            return MemoryStore(layout: self)
        }
    }
}
