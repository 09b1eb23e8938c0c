import Foundation
import ObjectModel

/// The stores of a coordinator at one time, by their indexes, which never change.
///
/// A removed store is replaced by an empty placeholder.
final class StoreTable: Sendable {
    let stores: [any PersistentStore]
    /// The model's configuration of each store; nil for all entities.
    let configurations: [String?]
    /// The store entities, by store and entity number − 1.
    let storeEntities: [[StoreEntity]]
    /// The number of identity maps that a context needs.
    let rootCount: Int
    /// By entity number − 1, the store of new objects.
    let storeIndices: [Int]
    /// By store, the numbers of its entities.
    let entityNumbers: [Set<Int>]
    /// Increases with every change of the stores.
    let generation: Int

    init(
        _ layout: ModelLayout, stores: [any PersistentStore], configurations: [String?],
        generation: Int = 0
    ) {
        self.generation = generation
        let configurations = stores.indices.map {
            $0 < configurations.count ? configurations[$0] : nil
        }
        self.stores = stores
        self.configurations = configurations
        storeEntities = stores.map(\.storeEntities.all)
        let numbers = zip(stores, configurations).map { store, name in
            Set(
                layout.entities.filter { entity in
                    guard !(store is RemovedStore) else { return false }
                    guard let name else { return true }
                    return layout.model.configurations.contains {
                        $0.name == name && $0.entityNames.contains(entity.name)
                    }
                }.map(\.number))
        }
        entityNumbers = numbers
        storeIndices = layout.entities.map { entity in
            let fitting = stores.indices.filter { numbers[$0].contains(entity.number) }
            return fitting.first { !stores[$0].isReadOnly } ?? fitting.first ?? 0
        }
        rootCount = stores.count * layout.entities.count
    }

    /// The store entity of an entity's new objects; nil without a store.
    func storeEntity(of entity: EntityLayout) -> StoreEntity? {
        let index = storeIndices[entity.number - 1]
        return index < storeEntities.count ? storeEntities[index][entity.number - 1] : nil
    }

    /// The store entity for an ID, which may be from another coordinator or from a replaced store;
    /// nil for an unknown store.
    func storeEntity(of id: ManagedObjectID) -> StoreEntity? {
        let storeEntity = id.storeEntity
        if storeEntity.storeIndex < storeEntities.count,
            storeEntity.stands(in: storeEntities[storeEntity.storeIndex])
        {
            return storeEntity
        }
        let own = storeEntities.first { $0.first?.storeIdentifier == storeEntity.storeIdentifier }
        if let own { return own.first { $0.layout.name == storeEntity.layout.name } }
        // A reader that began before a store was removed keeps it to the end.
        guard storeEntity.storeIndex < stores.count,
            let removed = stores[storeEntity.storeIndex] as? RemovedStore,
            storeEntity.stands(in: removed.formerEntities.all)
        else { return nil }
        return storeEntity
    }

    func isRemoved(_ index: Int) -> Bool { stores[index] is RemovedStore }

    /// The ID of the same record with this table's store entity; nil for another store.
    func localized(_ id: ManagedObjectID) -> ManagedObjectID? {
        storeEntity(of: id).map { ManagedObjectID(storeEntity: $0, key: id.key) }
    }
}

extension StoreEntity {
    fileprivate func stands(in storeEntities: [StoreEntity]) -> Bool {
        layout.number <= storeEntities.count && storeEntities[layout.number - 1] === self
    }
}

extension ModelLayout {
    /// Opens all stores, or none.
    ///
    /// - Parameters:
    ///   - firstIndex: the index of the first one in its coordinator.
    ///   - others: the stores that the coordinator already has.
    func openStores(
        _ descriptions: [StoreDescription], transformers: [String: any AttributeTransformer],
        readerCount: Int, firstIndex: Int = 0, beside others: [any PersistentStore] = []
    ) throws -> [any PersistentStore] {
        let known = Set(model.configurations.map(\.name))
        for configuration in descriptions.compactMap(\.configuration)
        where !known.contains(configuration) {
            throw PersistenceError.misuse("The model has no configuration \(configuration)")
        }
        var stores: [any PersistentStore] = []
        do {
            for description in descriptions {
                try migrateInSteps(description, transformers)
                let store = try openStore(
                    description, transformers, readerCount: readerCount,
                    storeIndex: firstIndex + stores.count)
                stores.append(store)
                // Otherwise IDs of records would be ambiguous.
                guard
                    !(others + stores.dropLast()).contains(where: {
                        $0.identifier == store.identifier
                    })
                else {
                    throw PersistenceError.cannotOpen(
                        path: "\(description.location)",
                        reason: .other("a store with the same identifier is already open"))
                }
            }
        } catch {
            for store in stores { try store.close() }
            throw error
        }
        return stores
    }

    func openStore(
        _ description: StoreDescription, _ transformers: [String: any AttributeTransformer] = [:],
        readerCount: Int, storeIndex: Int = 0
    ) throws -> any PersistentStore {
        var opening = StoreOpening(
            description, layout: self, storeIndex: storeIndex, readerCount: readerCount)
        opening.transformers = transformers
        return try StoreRegistry.factory(of: description.type).openStore(opening)
    }

    /// Follows the stages of a description, or without stages the mapping models beside the model.
    /// The rest of the way to the model is inferred.
    private func migrateInSteps(
        _ description: StoreDescription, _ transformers: [String: any AttributeTransformer]
    ) throws {
        guard !description.isReadOnly, description.shouldMigrateStoreAutomatically,
            let path = description.location.path, FileManager.default.fileExists(atPath: path)
        else { return }
        if description.migrationStages.isEmpty {
            try migrateByMappingModels(path, description)
        } else {
            try migrateInStages(path, description, transformers)
        }
    }

    private func migrateByMappingModels(_ path: String, _ description: StoreDescription) throws {
        guard
            var migration = try ProgressiveMigration(
                ofStoreAt: path, byMappingModelsBeside: model)
        else { return }
        migration.policies = description.migrationPolicies
        migration.options = description.migrationOptions
        try migration.run()
    }

    private func migrateInStages(
        _ path: String, _ description: StoreDescription,
        _ transformers: [String: any AttributeTransformer]
    ) throws {
        // A store that is newer than all stages needs none of them.
        let stored = try PersistentStoreCoordinator.storedModel(at: path)
        guard stored.hashesForComparison != model.hashesForComparison else { return }
        var migration = StagedMigration(path: path, stages: description.migrationStages)
        migration.transformers = transformers
        migration.options = description.migrationOptions
        try migration.run()
    }
}

/// An entity in a store: the common part of its object IDs.
package final class StoreEntity: Sendable {
    /// The UUID of the store, in upper case.
    package let storeIdentifier: String
    /// The index of the store in its coordinator.
    let storeIndex: Int
    package let layout: EntityLayout
    /// A number for the root entity in its store, unique in the coordinator; keys are unique within
    /// it.
    let rootIndex: Int
    /// The hash of the store's identifier and the root entity's name; store entities with other
    /// hashes differ.
    private let rootHash: Int

    init(storeIdentifier: String, storeIndex: Int, layout: EntityLayout, rootIndex: Int) {
        self.storeIdentifier = storeIdentifier
        self.storeIndex = storeIndex
        self.layout = layout
        self.rootIndex = rootIndex
        var hasher = Hasher()
        hasher.combine(storeIdentifier)
        hasher.combine(layout.rootName)
        rootHash = hasher.finalize()
    }

    /// Whether equal keys identify the same record: one root entity in one store, whatever the
    /// store's index.
    func sharesRecords(with other: StoreEntity) -> Bool {
        rootHash == other.rootHash && storeIdentifier == other.storeIdentifier
            && layout.rootName == other.layout.rootName
    }

    /// Checks that a relationship's destination is in the same store, because a row keeps only its
    /// number.
    ///
    /// - Throws: `PersistenceError.misuse`.
    func checkStore(of destination: ManagedObjectID, at slot: PropertySlot) throws {
        guard destination.storeEntity.storeIndex == storeIndex else {
            throw PersistenceError.misuse(
                "\(layout.name).\(slot.name) leads to an object of another store")
        }
    }
}
