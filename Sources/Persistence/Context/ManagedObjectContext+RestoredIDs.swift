extension ManagedObjectContext {
    /// Gives a new object the ID that a deleted record had: it is saved under that one's number, and
    /// whoever has kept the number finds it again.
    ///
    /// ```swift
    /// let id = recipe.objectID
    /// context.delete(recipe)
    /// try context.save()
    /// let again = Recipe(context: context)
    /// try context.restoreID(id, to: again)
    /// ```
    /// The object's version begins anew. Stores of one's own that do not know which keys they gave
    /// (`lastKeys()`) restore none.
    ///
    /// - Throws: `PersistenceError.misuse` in a context for reading, if the object is not a new one of
    ///   this context or has a permanent ID already, if the ID is of another entity, if the store never
    ///   gave it, or if there is an object or a record with it; `readOnly`; errors of the store.
    public func restoreID(_ id: ManagedObjectID, to object: ManagedObject) throws {
        var root = self
        while let parent = root.parent { root = parent }
        guard !root.isReadOnly else {
            throw PersistenceError.misuse("A context for reading cannot give IDs: use `write`")
        }
        guard object.context === self, object.isInserted, object.objectID.isTemporaryID else {
            throw PersistenceError.misuse(
                "Only a new object without a permanent ID can get the one of a deleted record")
        }
        guard !id.isTemporaryID, let home = storeTable.home(of: id),
            home.layout.number == object.layout.number
        else {
            throw PersistenceError.misuse("\(id) is no ID of a record of \(object.layout.name)")
        }
        let store = coordinator.stores[home.storeIndex]
        guard !store.isReadOnly else { throw PersistenceError.readOnly(path: "\(store.location)") }
        let isFree = try root.withSession(of: home.storeIndex) { session in
            let last = try session.lastKeys()[home.layout.rootNumber] ?? 0
            return try id.key <= last && session.row(of: home.layout, key: id.key) == nil
        }
        let isTaken = [self, root].contains { $0.registeredObject(for: id)?.isInserted ?? false }
        guard isFree, !isTaken else {
            throw PersistenceError.misuse("\(id) is not the ID of a deleted record")
        }
        root.changeIDs([object.objectID: ManagedObjectID(home: home, key: id.key)])
    }
}
