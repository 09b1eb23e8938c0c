import Foundation
import ObjectModel

extension ModelLayout {
    /// Opens all stores, or none.
    ///
    /// - Parameters:
    ///   - firstIndex: the place of the first one among a coordinator's stores.
    ///   - others: the stores that the coordinator has already.
    func openStores(
        _ descriptions: [StoreDescription], readerCount: Int, firstIndex: Int = 0,
        beside others: [any PersistentStore] = []
    ) throws -> [any PersistentStore] {
        let known = Set(model.configurations.map(\.name))
        for configuration in descriptions.compactMap(\.configuration)
        where !known.contains(configuration) {
            throw PersistenceError.misuse("The model has no configuration \(configuration)")
        }
        var stores: [any PersistentStore] = []
        do {
            for description in descriptions {
                let store = try openStore(
                    description, readerCount: readerCount, storeIndex: firstIndex + stores.count)
                stores.append(store)
                // The ID of a record would be that of another one.
                guard
                    !(others + stores.dropLast()).contains(where: {
                        $0.identifier == store.identifier
                    })
                else {
                    throw PersistenceError.cannotOpen(
                        path: description.path,
                        reason: .other("a store with the same identifier is open beside it"))
                }
            }
        } catch {
            for store in stores { try store.close() }
            throw error
        }
        return stores
    }

    /// Opens the store that a description describes.
    func openStore(
        _ description: StoreDescription, readerCount: Int, storeIndex: Int = 0
    ) throws -> any PersistentStore {
        try migrateInStages(description)
        switch description.type {
        case .sqlite:
            var options = SQLiteStoreOptions()
            options.isReadOnly = description.isReadOnly
            options.configuration = description.configuration
            options.synchronous = description.isSynchronousFull ? .full : .normal
            options.readerCount = readerCount
            options.migratesAutomatically = description.shouldMigrateStoreAutomatically
            options.infersMapping = description.shouldInferMappingModelAutomatically
            options.keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
            options.defersMigration = description.defersLightweightMigration
            options.securelyDeletes = description.isSecureDelete
            options.tracksHistory = description.tracksHistory
            options.locksFile = description.locksFile
            options.journalMode = description.journalMode
            options.cacheSize = description.cacheSize
            options.busyTimeout = description.busyTimeout
            options.analyzesWhenOpened = description.analyzesWhenOpened
            options.vacuumsWhenOpened = description.vacuumsWhenOpened
            options.trace = description.trace
            return try SQLiteStore(
                path: description.path, layout: self, options: options, storeIndex: storeIndex)
        case .inMemory:
            return MemoryStore(layout: self, storeIndex: storeIndex)
        default:
            if let format = StoreRegistry.format(of: description.type) {
                return try openAtomicStore(description, format, storeIndex)
            }
            if let store = StoreRegistry.incrementalStore(of: description.type) {
                return try IncrementalStoreAccess(
                    store, description, self, storeIndex: storeIndex)
            }
            throw PersistenceError.misuse("There is no store of the type \(description.type)")
        }
    }

    private func migrateInStages(_ description: StoreDescription) throws {
        guard !description.migrationStages.isEmpty, !description.isReadOnly,
            description.shouldMigrateStoreAutomatically, description.type != .inMemory,
            FileManager.default.fileExists(atPath: description.path)
        else { return }
        // A store that is newer than all stages needs none of them.
        let stored = try PersistentStoreCoordinator.storedModel(at: description.path)
        guard stored.hashesForComparison != model.hashesForComparison else { return }
        var migration = StagedMigration(
            path: description.path, stages: description.migrationStages)
        migration.keepsCopy = description.keepsCopyBeforeMigration
        try migration.run()
    }

    private func openAtomicStore(
        _ description: StoreDescription, _ format: any AtomicStoreFormat, _ storeIndex: Int
    ) throws -> AtomicStore {
        var options = AtomicStoreOptions()
        options.isReadOnly = description.isReadOnly
        options.locksFile = description.locksFile
        options.migratesAutomatically = description.shouldMigrateStoreAutomatically
        options.infersMapping = description.shouldInferMappingModelAutomatically
        options.keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
        return try AtomicStore(
            path: description.path, format: format, layout: self, options: options,
            storeIndex: storeIndex)
    }
}
