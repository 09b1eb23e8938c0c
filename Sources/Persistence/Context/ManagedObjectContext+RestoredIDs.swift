/// The ID of a deleted record, for a new object.
public struct RestoredID {
    /// The ID.
    public var id: ManagedObjectID
    /// The new object.
    public var object: ManagedObject
    /// The last version of the deleted record (`rowVersion`), which the object continues; 0 if
    /// unknown.
    public var formerVersion: Int64

    /// Pairs the ID of a deleted record with a new object.
    ///
    /// - Parameter formerVersion: the version of the deleted record. Default: 0, for unknown.
    public init(_ id: ManagedObjectID, to object: ManagedObject, formerVersion: Int64 = 0) {
        self.id = id
        self.object = object
        self.formerVersion = formerVersion
    }
}

extension ManagedObjectContext {
    /// Gives a new object the ID of a deleted record, so that a kept record number finds it again.
    ///
    /// ```swift
    /// let (id, version) = (recipe.objectID, recipe.rowVersion)
    /// context.delete(recipe)
    /// try context.save()
    /// let again = Recipe(context: context)
    /// try context.restoreID(id, to: again, formerVersion: version)
    /// ```
    /// ``restoreIDs(_:)`` does this for many objects and explains the limits.
    ///
    /// - Parameter formerVersion: the version of the deleted record. Default: 0, for unknown.
    /// - Throws: the errors of ``restoreIDs(_:)``.
    public func restoreID(
        _ id: ManagedObjectID, to object: ManagedObject, formerVersion: Int64 = 0
    ) throws {
        try restoreIDs([RestoredID(id, to: object, formerVersion: formerVersion)])
    }

    /// Gives new objects the IDs of deleted records, all or none.
    ///
    /// An object continues the versions of the deleted record, so that an edit based on that record
    /// is a conflict. If the former version is unknown, versions restart and may repeat. Until the
    /// first save, `rowVersion` is the former version.
    ///
    /// Custom stores that do not know the keys they have used (`lastKeys()`) cannot restore any. A
    /// PostgreSQL store takes keys in blocks, in which unused keys look like those of deleted
    /// records. Restore only keys that records are known to have had; otherwise the key may be used
    /// again, and the second save with it is refused.
    ///
    /// - Throws: `PersistenceError.misuse` in a read-only context; if an object is not a new one of
    ///   this context, has a permanent ID already, or is repeated; and if an ID is of another entity,
    ///   was never used by the store, has a record, is repeated, or is that of an object with changes
    ///   in the context, its parents or their children. Also `readOnly`, and errors of the store.
    public func restoreIDs(_ restored: [RestoredID]) throws {
        guard !restored.isEmpty else { return }
        let root = rootContext
        try root.requireWritable(to: "give IDs")
        var ids: [ManagedObjectID: ManagedObjectID] = [:]
        // Entities with a common root share their keys.
        var given: [Int: Set<Int64>] = [:]
        for one in restored {
            let id = try checkedID(one)
            guard given[id.storeEntity.rootIndex, default: []].insert(id.key).inserted,
                ids.updateValue(id, forKey: one.object.objectID) == nil
            else { throw PersistenceError.misuse("\(id), or its object, occurs twice") }
        }
        for (index, ids) in Dictionary(grouping: ids.values, by: \.storeEntity.storeIndex) {
            try root.checkDeletion(of: ids, in: index)
        }
        root.changeIDs(ids)
        for one in restored { one.object.row?.version = one.formerVersion }
    }

    /// The ID for an object, after the checks that need no store.
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
            throw PersistenceError.misuse("\(restored.formerVersion) is not a version of a record")
        }
        return ManagedObjectID(storeEntity: storeEntity, key: id.key)
    }

    /// Checks that the store has used the IDs, that their records are gone, and that no object is
    /// about to be saved with one.
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
