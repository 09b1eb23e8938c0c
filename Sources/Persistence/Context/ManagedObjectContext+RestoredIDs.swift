/// The ID of a deleted record, which a new object gets.
public struct RestoredID {
    /// The ID.
    public var id: ManagedObjectID
    /// The new object.
    public var object: ManagedObject
    /// The version of the deleted record (`rowVersion`): the object is saved with one above it. 0 where
    /// no one knows it.
    public var formerVersion: Int64

    /// Gives the ID of a deleted record to a new object.
    ///
    /// - Parameter formerVersion: the version of the deleted record. Default: 0, where no one knows it.
    public init(_ id: ManagedObjectID, to object: ManagedObject, formerVersion: Int64 = 0) {
        self.id = id
        self.object = object
        self.formerVersion = formerVersion
    }
}

extension ManagedObjectContext {
    /// Gives a new object the ID that a deleted record had: it is saved under that one's number, and
    /// a kept number finds it again.
    ///
    /// ```swift
    /// let (id, version) = (recipe.objectID, recipe.rowVersion)
    /// context.delete(recipe)
    /// try context.save()
    /// let again = Recipe(context: context)
    /// try context.restoreID(id, to: again, formerVersion: version)
    /// ```
    /// ``restoreIDs(_:)`` says more, and does it for many at once.
    ///
    /// - Parameter formerVersion: the version of the deleted record. Default: 0, where no one knows it.
    /// - Throws: as ``restoreIDs(_:)`` does.
    public func restoreID(
        _ id: ManagedObjectID, to object: ManagedObject, formerVersion: Int64 = 0
    ) throws {
        try restoreIDs([RestoredID(id, to: object, formerVersion: formerVersion)])
    }

    /// Gives new objects the IDs that deleted records had: all of them, or none if it throws.
    ///
    /// An object goes on with the versions of the deleted record: what was read of that one is of another
    /// version, and an edit of it a conflict. Where the former version is not known, versions begin
    /// again, and may be those of the deleted record once more. Until the first save `rowVersion` is the
    /// former version.
    ///
    /// Stores of one's own that do not know which keys they gave (`lastKeys()`) restore none. A store in
    /// a PostgreSQL database has taken keys in blocks: one that was taken and not yet given cannot be
    /// told from that of a deleted record. Restore there what is known to have been a record's: otherwise
    /// the key is given once more, and the second one who saves under it is refused.
    ///
    /// - Throws: `PersistenceError.misuse` in a context for reading, if an object is not a new one of
    ///   this context or has a permanent ID already, if an ID is of another entity, if the store never
    ///   gave it, if there is a record with it, or an object with changes in the context, its parents or
    ///   their children, or if an object or an ID comes twice; `readOnly`; errors of the store.
    public func restoreIDs(_ restored: [RestoredID]) throws {
        guard !restored.isEmpty else { return }
        let root = rootContext
        try root.requireWritable(to: "give IDs")
        var ids: [ManagedObjectID: ManagedObjectID] = [:]
        // Entities with a common root share their numbers.
        var given: [Int: Set<Int64>] = [:]
        for one in restored {
            let id = try checkedID(one)
            guard given[id.storeEntity.rootIndex, default: []].insert(id.key).inserted,
                ids.updateValue(id, forKey: one.object.objectID) == nil
            else { throw PersistenceError.misuse("\(id), or its object, is there twice") }
        }
        for (index, ids) in Dictionary(grouping: ids.values, by: \.storeEntity.storeIndex) {
            try root.checkDeletion(of: ids, in: index)
        }
        root.changeIDs(ids)
        for one in restored { one.object.row?.version = one.formerVersion }
    }

    /// An ID that an object may get, as far as the two tell.
    private func checkedID(_ restored: RestoredID) throws -> ManagedObjectID {
        let (id, object) = (restored.id, restored.object)
        guard object.context === self, object.isInserted, object.objectID.isTemporaryID else {
            throw PersistenceError.misuse(
                "Only a new object without a permanent ID can get the one of a deleted record")
        }
        guard id.recordNumber != nil, let storeEntity = storeTable.storeEntity(of: id),
            storeEntity.layout.number == object.layout.number
        else {
            throw PersistenceError.misuse("\(id) is no ID of a record of \(object.layout.name)")
        }
        guard (0..<Int64.max).contains(restored.formerVersion) else {
            throw PersistenceError.misuse("\(restored.formerVersion) is no version of a record")
        }
        return ManagedObjectID(storeEntity: storeEntity, key: id.key)
    }

    /// Looks whether a store has given IDs to records that are gone, and no one has an object that is to
    /// be saved under one.
    private func checkDeletion(of ids: [ManagedObjectID], in storeIndex: Int) throws {
        let store = coordinator.stores[storeIndex]
        guard !store.isReadOnly else { throw PersistenceError.readOnly(path: "\(store.location)") }
        let (contexts, layout) = (withDescendants, coordinator.layout)
        try withSession(of: storeIndex) { session in
            let last = try session.lastKeys()
            for id in ids {
                let root = layout.entity(id.storeEntity.layout.rootNumber)
                guard id.key <= last[root.number] ?? 0,
                    try session.entityNumber(of: id.key, in: root) == nil,
                    !contexts.contains(where: { $0.hasChanges(under: id) })
                else { throw PersistenceError.misuse("\(id) is not the ID of a deleted record") }
            }
        }
    }

    private var withDescendants: [ManagedObjectContext] {
        [self] + children.flatMap(\.withDescendants)
    }

    private func hasChanges(under id: ManagedObjectID) -> Bool {
        registeredObject(for: id).map { $0.isInserted || $0.hasChanges } ?? false
    }
}

extension [ManagedObject] {
    /// The versions of the deleted records whose IDs new objects have.
    var formerVersions: [ObjectIdentifier: Int64] {
        var versions: [ObjectIdentifier: Int64] = [:]
        for object in self {
            if let version = object.row?.version, version > 0 {
                versions[ObjectIdentifier(object)] = version
            }
        }
        return versions
    }
}
