import Foundation

/// The results of a batched fetch, which are loaded a page at a time.
final class FaultBatch {
    let keys: [ManagedObjectID]
    let positions: [ManagedObjectID: Int]
    let size: Int

    init(_ ids: [ManagedObjectID], size: Int) {
        keys = ids
        self.size = size
        positions = Dictionary(
            zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    }

    /// The IDs of the page of an object.
    func page(of id: ManagedObjectID) -> ArraySlice<ManagedObjectID> {
        guard let position = positions[id] else { return [id] }
        let start = position / size * size
        return keys[start..<min(start + size, keys.count)]
    }
}

extension ManagedObjectContext {
    /// Loads a fault and, if it comes from a batched fetch, its page. Returns whether the store
    /// succeeded.
    func fillFault(_ object: ManagedObject) -> Bool {
        do {
            if let batch = object.extras?.batch {
                try fill(batch.page(of: object.objectID))
            } else {
                object.row = try storedRow(of: object.objectID)
            }
            return true
        } catch {
            remember(error)
            return false
        }
    }

    /// Loads the faults among some objects with few statements.
    func fill(_ ids: some Sequence<ManagedObjectID>) throws {
        let missing = ids.filter { id in
            mayBeStored(id) && (registeredObject(for: id)?.row == nil)
        }
        for (ids, fetch) in missing.fetches(in: coordinator.layout) {
            guard let storeIndex = ids.first?.storeEntity.storeIndex else { continue }
            try withSession(of: storeIndex) { session in
                try session.fetch(fetch) { row in
                    _ = try self.materialize(row, storeIndex: storeIndex, refreshing: false)
                }
            }
        }
    }

    /// The stored destinations of a to-many relationship; nil on an error.
    func destinations(of property: PropertySlot, from object: ManagedObject) -> [ManagedObject]? {
        do {
            return try destinationIDs(of: property, from: object.objectID).map(self.object(with:))
        } catch {
            remember(error)
            return nil
        }
    }

    /// The stored destination IDs of a to-many relationship.
    func destinationIDs(
        of property: PropertySlot, from id: ManagedObjectID
    ) throws -> [ManagedObjectID] {
        guard mayBeStored(id) else { return [] }
        let store = id.storeEntity.storeIndex
        return try withSession(of: store) { session in
            try session.destinations(of: property, from: id.storeEntity.layout, key: id.key).map {
                objectID(for: $0, storeIndex: store)
            }
        }
    }

    private func objectID(for reference: StoreReference, storeIndex: Int) -> ManagedObjectID {
        ManagedObjectID(
            storeEntity: storeTable.storeEntities[storeIndex][reference.entityNumber - 1],
            key: reference.key)
    }

    func object(for reference: StoreReference, storeIndex: Int) -> ManagedObject {
        object(with: objectID(for: reference, storeIndex: storeIndex))
    }

    /// Reads a deferred large value; nil on an error.
    func loadDeferred(_ property: PropertySlot, of object: ManagedObject) -> AttributeValue? {
        askStore(of: object) {
            try $0.value(of: property, entity: $1.storeEntity.layout, key: $1.key)
        }
    }

    /// Reads the size of a deferred large value; nil on an error.
    func deferredByteCount(_ property: PropertySlot, of object: ManagedObject) -> Int? {
        askStore(of: object) {
            try $0.byteCount(of: property, entity: $1.storeEntity.layout, key: $1.key)
        }
    }

    /// Reads a deferred large value in pieces.
    func readDeferred(
        _ property: PropertySlot, of object: ManagedObject, inPiecesOf size: Int,
        _ body: (Data) throws -> Void
    ) throws {
        let id = object.objectID
        try withSession(of: id.storeEntity.storeIndex) {
            try $0.readPieces(
                of: property, entity: id.storeEntity.layout, key: id.key, size: size, body)
        }
    }

    private func askStore<Answer>(
        of object: ManagedObject, _ body: (any StoreSession, ManagedObjectID) throws -> Answer
    ) -> Answer? {
        let id = object.objectID
        do {
            return try withSession(of: id.storeEntity.storeIndex) { try body($0, id) }
        } catch {
            remember(error)
            return nil
        }
    }
}
