import ObjectModel

/// The stores of a coordinator at one time, by their places, which never change.
///
/// In the place of a store that was removed stands one without records.
final class StoreTable: Sendable {
    let stores: [any PersistentStore]
    /// By store, the configuration of the model that it is for; nil for all entities.
    let configurations: [String?]
    /// The homes of each store's entities, by store and entity number − 1.
    let homes: [[EntityHome]]
    /// The number of identity maps that a context needs.
    let rootCount: Int
    /// By entity number − 1, the store that new objects go to.
    let storeIndices: [Int]
    /// By store, the numbers of the entities that it is for.
    let entityNumbers: [Set<Int>]
    /// Rises with every change of the stores.
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
        homes = stores.map(\.homes.homes)
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

    /// The home of an entity's new objects; nil without a store.
    func home(of entity: EntityLayout) -> EntityHome? {
        let index = storeIndices[entity.number - 1]
        return index < homes.count ? homes[index][entity.number - 1] : nil
    }

    /// The home for an ID, which may come from another coordinator, or from a store whose place another
    /// one has taken; nil for a store that is none of these.
    func home(of id: ManagedObjectID) -> EntityHome? {
        let home = id.home
        if home.storeIndex < homes.count, home.stands(in: homes[home.storeIndex]) { return home }
        let own = homes.first { $0.first?.storeIdentifier == home.storeIdentifier }
        if let own { return own.first { $0.layout.name == home.layout.name } }
        // Whoever reads while a store is removed has it to the end.
        guard home.storeIndex < stores.count,
            let removed = stores[home.storeIndex] as? RemovedStore,
            home.stands(in: removed.formerHomes.homes)
        else { return nil }
        return home
    }

    /// Whether the store of an index was removed.
    func isRemoved(_ index: Int) -> Bool { stores[index] is RemovedStore }

    /// The ID of the same record with this table's home for it; nil for one of another store.
    func localized(_ id: ManagedObjectID) -> ManagedObjectID? {
        home(of: id).map { ManagedObjectID(home: $0, key: id.key) }
    }
}

extension EntityHome {
    fileprivate func stands(in homes: [EntityHome]) -> Bool {
        layout.number <= homes.count && homes[layout.number - 1] === self
    }
}
