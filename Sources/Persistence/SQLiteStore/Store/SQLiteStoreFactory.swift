import ObjectModel

/// Opens stores in SQLite files.
struct SQLiteStoreFactory: PersistentStoreFactory {
    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        try SQLiteStore(
            path: opening.description.path, layout: opening.layout,
            options: SQLiteStoreOptions(opening.description, readerCount: opening.readerCount),
            storeIndex: opening.storeIndex)
    }
}

extension SQLiteStoreOptions {
    init(_ description: StoreDescription, readerCount: Int) {
        self.init()
        isReadOnly = description.isReadOnly
        configuration = description.configuration
        synchronous = description.isSynchronousFull ? .full : .normal
        self.readerCount = readerCount
        migratesAutomatically = description.shouldMigrateStoreAutomatically
        infersMapping = description.shouldInferMappingModelAutomatically
        keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
        defersMigration = description.defersLightweightMigration
        securelyDeletes = description.isSecureDelete
        tracksHistory = description.tracksHistory
        locksFile = description.locksFile
        journalMode = description.journalMode
        cacheSize = description.cacheSize
        busyTimeout = description.busyTimeout
        analyzesWhenOpened = description.analyzesWhenOpened
        vacuumsWhenOpened = description.vacuumsWhenOpened
        indexesForeignStores = description.indexesForeignStores
        indexingProgress = description.indexingProgress
        textIndexObserver = description.textIndexObserver
        trace = description.trace
    }
}
