import ObjectModel

extension ManagedObjectContext {
    /// Changes the records that a request selects directly in the store.
    ///
    /// Objects in contexts stay unchanged: pass the result's changes to
    /// `mergeChanges(fromRemoteContextSave:into:)`.
    ///
    /// ```swift
    /// var request = BatchUpdateRequest(entityName: "Recipe")
    /// request.predicate = try FetchPredicate(format: "minutes > 60")
    /// request.propertiesToUpdate = ["title": .constant("slow")]
    /// let count = try context.execute(request).count
    /// ```
    /// - Throws: `PersistenceError.unknownProperty`, `wrongType`, `constraintConflict`, `misuse`
    ///   for a constant that its attribute cannot hold, `validation` if an expression has no value
    ///   where one is required, errors of the predicate and of the store. Nothing is changed then.
    @discardableResult
    public func execute(_ request: BatchUpdateRequest) throws -> BatchResult {
        let entity = try coordinator.storeEntity(ofEntityNamed: request.entityName).layout
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = request.includesSubentities
        try fetch.select(request.predicate, by: [], in: coordinator.layout)
        fetch.affectedStores = request.affectedStores
        let assignments = try BatchAssignments(entity: entity, coordinator: coordinator)
            .resolved(request.propertiesToUpdate)
        guard !assignments.isEmpty else {
            throw PersistenceError.misuse("A batch update names no property")
        }
        return try execute(.update(fetch, assignments), resultType: request.resultType)
    }

    /// Deletes the records that a request selects directly in the store, following the delete
    /// rules.
    ///
    /// The result includes the records that a rule has deleted too.
    ///
    /// ```swift
    /// let count = try context.execute(BatchDeleteRequest(entityName: "Recipe", objectIDs: ids)).count
    /// ```
    /// - Throws: `PersistenceError.validation` if a rule denies it, or if a remaining record would
    ///   lose a required destination; errors of the predicate and of the store.
    @discardableResult
    public func execute(_ request: BatchDeleteRequest) throws -> BatchResult {
        let request = try request.resolved(in: coordinator.layout)
        let entity = try coordinator.storeEntity(ofEntityNamed: request.entityName).layout
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = request.includesSubentities
        try fetch.select(request.predicate, by: request.sortDescriptors, in: coordinator.layout)
        try fetch.setWindow(limit: request.fetchLimit, offset: request.fetchOffset)
        fetch.affectedStores = request.affectedStores
        return try execute(.delete(fetch), resultType: request.resultType)
    }

    /// Adds the records of a request directly in the store.
    ///
    /// `mergePolicy` decides about a record with existing unique values:
    /// `mergeByPropertyObjectTrump` and `overwrite` update the existing record,
    /// `mergeByPropertyStoreTrump` and `rollback` leave it unchanged. A record of another entity is
    /// never updated.
    ///
    /// ```swift
    /// try context.execute(
    ///     BatchInsertRequest(entityName: "Ingredient", objects: [["name": "Salt"], ["name": "Flour"]]))
    /// ```
    /// - Throws: `PersistenceError.unknownProperty`, `wrongType`, `constraintConflict`,
    ///   `validation` if a record would lack a required value or have one that its attribute cannot
    ///   hold, errors of the request's closure and of the store. Nothing is added then.
    @discardableResult
    public func execute(_ request: BatchInsertRequest) throws -> BatchResult {
        try requireWritable()
        var storeEntity = try coordinator.concreteEntity(ofEntityNamed: request.entityName)
        if let stores = request.affectedStores {
            guard let index = storeIndices(among: stores).first else {
                throw PersistenceError.misuse("A batch insertion goes to none of the stores")
            }
            storeEntity = coordinator.storeEntities[index][storeEntity.layout.number - 1]
        }
        let rows = BatchRows(storeEntity, self, request.source)
        defer { announceRemoteChanges() }
        return try withWriteSession(of: storeEntity.storeIndex) { session in
            try session.transaction { transaction in
                transaction.setOrigin(transactionOrigin)
                return try insertBatches(
                    of: rows, into: storeEntity, resultType: request.resultType, session,
                    transaction)
            }
        }
    }

    private func insertBatches(
        of rows: BatchRows, into storeEntity: StoreEntity, resultType: BatchResultType,
        _ session: any StoreSession, _ transaction: any StoreTransaction
    ) throws -> BatchResult {
        let wantsIDs = resultType == .objectIDs
        var count = 0
        var changes = RemoteChanges()
        var derived: Set<ManagedObjectID> = []
        while let batch = try rows.nextBatch() {
            var key = try transaction.allocateKeys(
                rootNumber: storeEntity.layout.rootNumber, count: batch.rows.count)
            let inserts = batch.rows.map { row in
                defer { key += 1 }
                return StoreInsert(key: key, row: row)
            }
            try checkTypes(of: inserts, storeEntity)
            try checkHolders(of: inserts, storeEntity.layout, session)
            let written = try transaction.insert(
                inserts, into: storeEntity.layout, given: batch.given,
                onConflict: mergePolicy.forInsertion
            )
            try checkRequiredValues(
                of: inserts, Set(written.inserted), given: batch.given, storeEntity)
            count += written.inserted.count + written.updated.count
            guard wantsIDs else { continue }
            let storeEntities = coordinator.storeEntities[storeEntity.storeIndex]
            derived.formUnion(
                try transaction.takeDerivedValues().map { $0.objectID(in: storeEntities) })
            changes.inserted += written.inserted.map {
                ManagedObjectID(storeEntity: storeEntity, key: $0)
            }
            changes.updated += written.updated.map {
                ManagedObjectID(storeEntity: storeEntity, key: $0)
            }
        }
        return BatchResult(
            resultType: resultType, count: count, changes: changes, derived: derived)
    }

    /// A value of the wrong type would be lost or changed in the store.
    private func checkTypes(of inserts: [StoreInsert], _ storeEntity: StoreEntity) throws {
        let numeric = storeEntity.layout.slots.filter { slot in
            slot.attribute.map { ExpressionType($0).isNumber || $0.attributeType == .date } ?? false
                && storeEntity.layout.isWritten(slot.number)
        }
        for insert in inserts {
            for slot in numeric {
                guard let violation = slot.rules?.typeViolation(by: insert.row[slot.number]) else {
                    continue
                }
                throw PersistenceError.validation([
                    ValidationFault(
                        code: violation.code, entity: storeEntity.layout.name, key: slot.name,
                        objectID: ManagedObjectID(storeEntity: storeEntity, key: insert.key),
                        reason: violation.reason)
                ])
            }
        }
    }

    /// As in a save, the merge policy applies only to records of the same entity; records of its
    /// relatives have other properties and another ID.
    private func checkHolders(
        of inserts: [StoreInsert], _ entity: EntityLayout, _ session: any StoreSession
    ) throws {
        guard mergePolicy.forInsertion != .fail,
            coordinator.layout.entity(entity.rootNumber).hasSubentities
        else { return }
        for constraint in coordinator.layout.uniquenessConstraints(of: entity) {
            let values = inserts.map { insert in constraint.slots.map { insert.row[$0.number] } }
            for chunk in values.filter({ !$0.contains(.null) }).chunks(of: 100) {
                var fetch = constraint.fetch(chunk)
                fetch.includesValues = false
                try session.fetch(fetch) { row in
                    guard row.entityNumber != entity.number else { return }
                    throw PersistenceError.constraintConflict(
                        entity: constraint.entity.name, properties: constraint.properties)
                }
            }
        }
    }

    /// No later save would accept a record without a required value. Updates of existing records
    /// may be incomplete, but not null.
    private func checkRequiredValues(
        of inserts: [StoreInsert], _ inserted: Set<Int64>, given: [Int], _ storeEntity: StoreEntity
    ) throws {
        let required = storeEntity.layout.slots.filter { slot in
            !slot.isOptional && !slot.isToMany && storeEntity.layout.isWritten(slot.number)
        }
        for insert in inserts {
            let isNew = inserted.contains(insert.key)
            guard
                let missing = required.first(where: {
                    insert.row[$0.number].isNull && (isNew || given.contains($0.number))
                })
            else { continue }
            throw PersistenceError.valueRequired(
                at: missing, of: ManagedObjectID(storeEntity: storeEntity, key: insert.key))
        }
    }

    private func execute(_ batch: StoreBatch, resultType: BatchResultType) throws -> BatchResult {
        try requireWritable()
        let wantsIDs = resultType == .objectIDs
        var count = 0
        var changes = RemoteChanges()
        var derived: Set<ManagedObjectID> = []
        for index in try writableStores(for: batch) {
            let storeEntities = coordinator.storeEntities[index]
            let result = try coordinator.repeatingCollisions {
                try withWriteSession(of: index) { session in
                    try session.transaction { transaction in
                        transaction.setOrigin(transactionOrigin)
                        let result = try session.execute(batch, wantsReferences: wantsIDs)
                        guard wantsIDs else { return result }
                        derived.formUnion(
                            try transaction.takeDerivedValues().map {
                                $0.objectID(in: storeEntities)
                            })
                        return result
                    }
                }
            }
            count += result.count
            guard wantsIDs else { continue }
            func ids(_ references: [StoreReference]) -> [ManagedObjectID] {
                references.map {
                    ManagedObjectID(storeEntity: storeEntities[$0.entityNumber - 1], key: $0.key)
                }
            }
            changes.updated += ids(result.updated)
            changes.deleted += ids(result.deleted)
        }
        announceRemoteChanges()
        return BatchResult(
            resultType: resultType, count: count, changes: changes, derived: derived)
    }

    /// The stores that a batch can write to.
    ///
    /// - Throws: before anything is written, if a store has selected records:
    ///   `PersistenceError.readOnly`, or `misuse` if the new destinations are in another store.
    private func writableStores(for batch: StoreBatch) throws -> [Int] {
        let stores = coordinator.stores
        let affected = storeIndices(among: batch.selection.affectedStores)
        guard stores.count > 1 else { return affected }
        return try affected.filter { index in
            let strange = batch.relationshipName { $0.storeEntity.storeIndex != index }
            guard stores[index].isReadOnly || strange != nil else { return true }
            let count = try withSession(of: index) { try $0.count(batch.selection) }
            guard count == 0 else {
                guard let strange, !stores[index].isReadOnly else {
                    throw PersistenceError.readOnly(path: stores[index].path ?? "")
                }
                throw PersistenceError.misuse(
                    "\(batch.selection.entity.name).\(strange) leads to an object of another store")
            }
            return false
        }
    }
}

extension MergePolicy {
    fileprivate var forInsertion: StoreInsertConflict {
        switch self {
        case .error, .custom: .fail
        case .mergeByPropertyStoreTrump, .rollback: .keep
        case .mergeByPropertyObjectTrump, .overwrite: .update
        }
    }
}
