extension ManagedObjectContext {
    /// Decides which store a new object is saved to, where several are for its entity.
    ///
    /// Without it, it goes to the first store that is for the entity and may be written to. Objects
    /// that refer to each other go to the same store.
    ///
    /// - Throws: `PersistenceError.misuse` if the object has a permanent ID already, is not of this
    ///   context, or the store is not one of the coordinator's that is for its entity; `readOnly`.
    public func assign(_ object: ManagedObject, to store: any PersistentStore) throws {
        guard object.context === self, object.isInserted, object.objectID.isTemporaryID else {
            throw PersistenceError.misuse(
                "Only a new object without a permanent ID can be assigned to a store")
        }
        let entity = object.layout
        guard let index = coordinator.stores.firstIndex(where: { $0 === store }),
            coordinator.store(index, isFor: entity)
        else {
            throw PersistenceError.misuse("The store is not for objects of \(entity.name)")
        }
        guard !store.isReadOnly else { throw PersistenceError.readOnly(path: "\(store.location)") }
        var root = self
        while let parent = root.parent { root = parent }
        let home = coordinator.homes[index][entity.number - 1]
        root.changeIDs([
            object.objectID: ManagedObjectID(home: home, key: object.objectID.key)
        ])
    }

    /// The indexes of some of the coordinator's stores; of all for nil.
    func storeIndices(among stores: [any PersistentStore]?) -> [Int] {
        let all = coordinator.stores
        guard let stores else { return Array(all.indices) }
        return all.indices.filter { index in stores.contains { $0 === all[index] } }
    }
}
