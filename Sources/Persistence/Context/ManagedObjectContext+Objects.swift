extension ManagedObjectContext {
    /// The object of an ID if it is already in the context. The store is not read.
    ///
    /// ```swift
    /// if let recipe = context.registeredObject(for: id) as? Recipe { show(recipe.title) }
    /// ```
    public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
        storeTable.storeEntity(of: id).flatMap { map(of: $0)[id.key] }
    }

    /// The object of an ID: a fault if it is not in the context, whether or not the record exists.
    /// The store is read when a value is.
    ///
    /// ```swift
    /// recipe.cook = context.object(with: cookID) as? Cook
    /// ```
    /// For an ID of an unknown store, the object has no values and no context.
    public func object(with id: ManagedObjectID) -> ManagedObject {
        guard let storeEntity = storeTable.storeEntity(of: id) else { return foreignObject(id) }
        if let object = map(of: storeEntity)[id.key] { return object }
        return instantiate(
            ManagedObjectID(storeEntity: storeEntity, key: id.key), row: nil, state: .fault)
    }

    /// The object of an ID with its values; one statement, unless it is in the context.
    ///
    /// ```swift
    /// guard let recipe = try context.existingObject(with: id) as? Recipe else { return }
    /// ```
    /// - Throws: `PersistenceError.objectNotFound` if there is no such record; errors of the store.
    public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
        guard let storeEntity = storeTable.storeEntity(of: id),
            // A reader that began before its store was removed keeps it to the end.
            pinnedSessions != nil || !storeTable.isRemoved(storeEntity.storeIndex),
            let object = try existingObject(with: id, in: storeEntity),
            !object.state.contains(.inaccessible), !object.isDeleted
        else { throw PersistenceError.objectNotFound(id) }
        return object
    }

    private func existingObject(
        with id: ManagedObjectID, in storeEntity: StoreEntity
    ) throws -> ManagedObject? {
        let known = map(of: storeEntity)[id.key]
        if let known, !known.isFault || known.row != nil { return known }
        return mayBeStored(id) ? try existingObject(id.key, in: storeEntity) : known
    }

    /// The objects of records in the order of their IDs, with one fetch. Missing records are left
    /// out.
    ///
    /// ```swift
    /// let recipes: [Recipe] = try context.objects(with: ids, prefetching: ["cook"])
    /// ```
    /// - Parameters:
    ///   - ids: the records, all of one entity.
    ///   - entityName: the entity. Default: that of the class.
    ///   - keyPaths: the prefetched relationships. Default: none.
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

    /// The object of a class with a record number, or nil. With several stores, it is that of the
    /// store to which new objects of the class are saved.
    ///
    /// ```swift
    /// let recipe = try context.existingObject(Recipe.self, recordNumber: 7)
    /// ```
    /// One statement, unless the object is in the context.
    /// - Throws: errors of the store.
    public func existingObject<Object: ManagedObject>(
        _ type: Object.Type, recordNumber: Int64
    )
        throws -> Object?
    {
        guard recordNumber > 0, let entity = coordinator.layout.entity(of: type),
            let storeEntity = storeTable.storeEntity(of: entity)
        else { return nil }
        return try existingObject(recordNumber, in: storeEntity) as? Object
    }

    private func existingObject(_ key: Int64, in storeEntity: StoreEntity) throws -> ManagedObject?
    {
        let known = map(of: storeEntity)[key]
        if let known, !known.isFault {
            return known.isDeleted || known.state.contains(.inaccessible) ? nil : known
        }
        return try withSession(of: storeEntity.storeIndex) { session in
            guard let row = try session.row(of: storeEntity.layout, key: key) else { return nil }
            guard known == nil, row.entityNumber == storeEntity.layout.number else {
                return try self.materialize(
                    row, storeIndex: storeEntity.storeIndex, refreshing: false)
            }
            return self.instantiate(
                ManagedObjectID(storeEntity: storeEntity, key: key), row: try row.snapshot(),
                state: .fault)
        }
    }

    /// Inserts a new object of a named entity, of the class with which the container was opened.
    ///
    /// ```swift
    /// let recipe = try context.insertObject(ofEntityNamed: "Recipe") as? Recipe
    /// ```
    /// - Throws: `PersistenceError.unknownEntity`, or `misuse` for an abstract entity.
    public func insertObject(ofEntityNamed name: String) throws -> ManagedObject {
        let storeEntity = try coordinator.concreteEntity(ofEntityNamed: name)
        let object = storeEntity.layout.objectClass.init(instantiation(insertingInto: storeEntity))
        adoptInserted(object)
        return object
    }

    /// Marks an object for deletion by the next save. The delete rules of its relationships apply:
    /// destinations are
    /// deleted too, lose their reference, or deny the deletion, which the save reports.
    ///
    /// ```swift
    /// context.delete(recipe)
    /// try context.save()
    /// ```
    public func delete(_ object: ManagedObject) {
        guard object.context === self else { return }
        object.prepareForDeletion()
        guard !object.isDeleted else { return }
        if recorder != nil { record(.vanished(object.remains()), of: object) }
        markDeleted(object)
    }

    // MARK: - Internal

    /// An object with an ID of an unknown store.
    private func foreignObject(_ id: ManagedObjectID) -> ManagedObject {
        id.storeEntity.layout.objectClass.init(
            ManagedObject.Instantiation(
                objectID: id, context: nil, row: nil, state: [.fault, .inaccessible]))
    }

    /// The initial state of a new object.
    func instantiation(insertingInto storeEntity: StoreEntity) -> ManagedObject.Instantiation {
        let layout = storeEntity.layout
        let row = RowSnapshot(layout.defaults)
        return ManagedObject.Instantiation(
            objectID: ManagedObjectID(storeEntity: storeEntity, key: TemporaryKey.next()),
            context: .passUnretained(self),
            row: row, state: [.inserted])
    }

    func adoptInserted(_ object: ManagedObject) {
        register(object)
        list(object)
        changeTick &+= 1
        if recorder != nil { record(.appeared, of: object) }
        events?.recordInsertion(of: object)
        object.awakeFromInsert()
    }

    func instantiate(
        _ id: ManagedObjectID, row: RowSnapshot?, state: ObjectState
    ) -> ManagedObject {
        let object = id.storeEntity.layout.objectClass.init(
            ManagedObject.Instantiation(
                objectID: id, context: .passUnretained(self), row: row,
                state: state.union(.registered)))
        map(of: id.storeEntity).insert(object, for: id.key)
        return object
    }

    /// The object of a session's current record: the registered one, loaded if it was a fault, or a
    /// new one.
    func materialize(
        _ row: any StoreRow, storeIndex: Int, refreshing: Bool
    ) throws -> ManagedObject {
        try RowReader(self, storeIndex: storeIndex, refreshing: refreshing).object(of: row)
    }

    /// Whether the context's source may have a record with the ID.
    func mayBeStored(_ id: ManagedObjectID) -> Bool { parent != nil || !id.isTemporaryID }

    /// The currently stored values of a record; nil if it does not exist.
    func storedRow(of id: ManagedObjectID) throws -> RowSnapshot? {
        guard mayBeStored(id) else { return nil }
        return try withSession(of: id.storeEntity.storeIndex) { session in
            try session.row(of: id.storeEntity.layout, key: id.key)?.snapshot()
        }
    }
}
