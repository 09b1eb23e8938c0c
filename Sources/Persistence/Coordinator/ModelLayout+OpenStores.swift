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
                        path: "\(description.location)",
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
        return try StoreRegistry.factory(of: description.type).openStore(
            StoreOpening(
                description, layout: self, storeIndex: storeIndex, readerCount: readerCount))
    }

    private func migrateInStages(_ description: StoreDescription) throws {
        guard !description.migrationStages.isEmpty, !description.isReadOnly,
            description.shouldMigrateStoreAutomatically, let path = description.location.path,
            FileManager.default.fileExists(atPath: path)
        else { return }
        // A store that is newer than all stages needs none of them.
        let stored = try PersistentStoreCoordinator.storedModel(at: path)
        guard stored.hashesForComparison != model.hashesForComparison else { return }
        var migration = StagedMigration(path: path, stages: description.migrationStages)
        migration.keepsCopy = description.keepsCopyBeforeMigration
        try migration.run()
    }
}
