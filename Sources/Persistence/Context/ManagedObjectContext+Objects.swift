extension ManagedObjectContext {
    /// The object of an ID if it is in the context already.
    public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
        storeTable.home(of: id).flatMap { map(of: $0)[id.key] }
    }

    /// The object of an ID: a fault if it is not in the context, whether or not there is such a
    /// record. For an ID of a store that the coordinator does not have, the object has no values and
    /// belongs to no context.
    public func object(with id: ManagedObjectID) -> ManagedObject {
        guard let home = storeTable.home(of: id) else { return stranger(id) }
        if let object = map(of: home)[id.key] { return object }
        return instantiate(ManagedObjectID(home: home, key: id.key), row: nil, state: .fault)
    }

    /// The object of an ID, with its values.
    ///
    /// - Throws: `PersistenceError.objectNotFound` if there is no such record, and errors of the
    ///   store.
    public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
        guard let home = storeTable.home(of: id),
            // Whoever reads while its store is removed has it to the end.
            pinnedSessions != nil || !storeTable.isRemoved(home.storeIndex),
            let object = try existingObject(with: id, in: home),
            !object.state.contains(.inaccessible), !object.isDeleted
        else { throw PersistenceError.objectNotFound(id) }
        return object
    }

    private func existingObject(
        with id: ManagedObjectID, in home: EntityHome
    ) throws -> ManagedObject? {
        let known = map(of: home)[id.key]
        if let known, !known.isFault || known.row != nil { return known }
        return mayBeStored(id) ? try existingObject(id.key, in: home) : known
    }

    /// The objects of some records, in the order of the IDs; one fetch however many they are. Records that are
    /// not there are passed over.
    ///
    /// - Parameters:
    ///   - ids: the records, all of one entity.
    ///   - entityName: the entity; by default the one that the class was generated for.
    ///   - keyPaths: the relationships whose destinations are fetched along. Default: none.
    /// - Throws: errors of the store.
    public func objects<Object: ManagedObject>(
        with ids: some Collection<ManagedObjectID>, entityName: String? = nil,
        prefetching keyPaths: [String] = []
    ) throws -> [Object] {
        guard !ids.isEmpty else { return [] }
        var request = FetchRequest<Object>(entityName: entityName)
        request.predicate = FetchExpression.evaluatedObject.isIn(Array(ids))
        request.relationshipKeyPathsForPrefetching = keyPaths
        let found = Dictionary(
            try fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        return ids.compactMap { found[$0] }
    }

    /// The object of a class with a record number, or nil if there is no such record. Of several
    /// stores, it is in the one that new objects of the class go to.
    public func existingObject<Object: ManagedObject>(
        _ type: Object.Type, recordNumber: Int64
    )
        throws -> Object?
    {
        guard recordNumber > 0, let entity = coordinator.layout.entity(of: type),
            let home = storeTable.home(of: entity)
        else { return nil }
        return try existingObject(recordNumber, in: home) as? Object
    }

    private func existingObject(_ key: Int64, in home: EntityHome) throws -> ManagedObject? {
        let known = map(of: home)[key]
        if let known, !known.isFault {
            return known.isDeleted || known.state.contains(.inaccessible) ? nil : known
        }
        return try withSession(of: home.storeIndex) { session in
            guard let row = try session.row(of: home.layout, key: key) else { return nil }
            guard known == nil, row.entityNumber == home.layout.number else {
                return try self.materialize(row, storeIndex: home.storeIndex, refreshing: false)
            }
            return self.instantiate(
                ManagedObjectID(home: home, key: key), row: try row.snapshot(), state: .fault)
        }
    }

    /// Deletes an object with the next save, and what its delete rules say along with it.
    public func delete(_ object: ManagedObject) {
        guard object.context === self else { return }
        object.prepareForDeletion()
        guard !object.isDeleted else { return }
        if recorder != nil { record(.vanished(object.remains()), of: object) }
        markDeleted(object)
    }

    // MARK: - Beneath

    /// The object of an ID of a store that the coordinator does not have.
    private func stranger(_ id: ManagedObjectID) -> ManagedObject {
        id.home.layout.objectClass.init(
            ManagedObject.Instantiation(
                objectID: id, context: nil, row: nil, state: [.fault, .inaccessible]))
    }

    /// What a new object starts from.
    func instantiation(insertingInto home: EntityHome) -> ManagedObject.Instantiation {
        let layout = home.layout
        let row = RowSnapshot(layout.defaults)
        return ManagedObject.Instantiation(
            objectID: ManagedObjectID(home: home, key: TemporaryKey.next()),
            context: .passUnretained(self),
            row: row, state: [.inserted])
    }

    func adoptInserted(_ object: ManagedObject) {
        register(object)
        list(object)
        changeTick &+= 1
        if recorder != nil { record(.appeared, of: object) }
        events?.noteInsertion(of: object)
        object.awakeFromInsert()
    }

    /// Makes the object of a record.
    func instantiate(
        _ id: ManagedObjectID, row: RowSnapshot?, state: ObjectState
    )
        -> ManagedObject
    {
        let object = id.home.layout.objectClass.init(
            ManagedObject.Instantiation(
                objectID: id, context: .passUnretained(self), row: row,
                state: state.union(.registered)))
        map(of: id.home).insert(object, for: id.key)
        return object
    }

    /// The object of a record that a session is at: the one that is in the context already, filled
    /// if it was a fault, or a new one.
    func materialize(
        _ row: any StoreRow, storeIndex: Int, refreshing: Bool
    ) throws
        -> ManagedObject
    {
        try RowReader(self, storeIndex: storeIndex, refreshing: refreshing).object(of: row)
    }

    /// Whether there can be a record of an ID where this context reads from.
    func mayBeStored(_ id: ManagedObjectID) -> Bool { parent != nil || !id.isTemporaryID }

    /// The values of a record as the store has them now, or nil if it is not there.
    func storedRow(of id: ManagedObjectID) throws -> RowSnapshot? {
        guard mayBeStored(id) else { return nil }
        return try withSession(of: id.home.storeIndex) { session in
            try session.row(of: id.home.layout, key: id.key)?.snapshot()
        }
    }
}
