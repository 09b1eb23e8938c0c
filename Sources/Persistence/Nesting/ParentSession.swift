import ObjectModel

/// The session of a child context: its parent's objects, with unsaved changes, in place of a
/// store's records.
final class ParentSession: StoreSession {
    private let parent: ManagedObjectContext
    private let storeIndex: Int
    /// Unused: a child reads from memory, or through its parent's sessions.
    var deadline: ContinuousClock.Instant?

    init(_ parent: ManagedObjectContext, storeIndex: Int) {
        self.parent = parent
        self.storeIndex = storeIndex
    }

    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        for object in try objects(request) { try visit(ParentRow(object)) }
    }

    func count(_ request: StoreFetch) throws -> Int {
        try parent.prepareToRead()
        if parent.hasPendingChanges(in: request.entity) { return try objects(request).count }
        return try parent.withSession(of: storeIndex) { try $0.count(request) }
    }

    func fetchDictionaries(_ request: StoreFetch, _ columns: StoreColumns) throws -> [RowSnapshot] {
        try parent.prepareToRead()
        guard parent.hasChanges else {
            return try parent.withSession(of: storeIndex) {
                try $0.fetchDictionaries(request, columns)
            }
        }
        var whole = request
        whole.limit = 0
        whole.offset = 0
        whole.reporter = nil
        let values = try columns.dictionaries(
            of: objects(whole), request.entity, in: parent.coordinator.layout)
        return request.window(values).map { RowSnapshot($0) }
    }

    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        try object(of: entity, key: key).map(ParentRow.init)
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        guard let object = try object(of: entity, key: key) else { return [] }
        return destinations(of: slot, from: object)
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        let objects = keys.map { parent.object(with: id(of: entity, key: $0)) }
        _ = try parent.prefetchToMany(slot, of: objects)
        return Dictionary(
            zip(keys, objects.map { destinations(of: slot, from: $0) }),
            uniquingKeysWith: { first, _ in first })
    }

    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue {
        try object(of: entity, key: key)?.value(at: slot.number) ?? .null
    }

    func isPristine() throws -> Bool { try parent.isPristine() }

    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        throw PersistenceError.misuse("A child context saves into its parent, not into a store")
    }

    // MARK: - Objects of the parent

    /// The parent may have objects of several stores; limits for one of them do not apply.
    private func objects(_ request: StoreFetch) throws -> [ManagedObject] {
        try parent.prepareToRead()
        guard parent.coordinator.stores.count > 1 else { return try parent.objects(request) }
        var whole = request
        whole.limit = 0
        whole.offset = 0
        let objects = try parent.objects(whole).filter {
            $0.objectID.storeEntity.storeIndex == storeIndex
        }
        return request.window(objects)
    }

    /// The parent's object with a key, with its values; nil if it is deleted or unknown.
    private func object(of entity: EntityLayout, key: Int64) throws -> ManagedObject? {
        try parent.prepareToRead()
        if let object = parent.registeredObject(for: id(of: entity, key: key)), object.row != nil {
            return object.isDeleted || object.state.contains(.inaccessible) ? nil : object
        }
        return try parent.withSession(of: storeIndex) { session in
            try session.row(of: entity, key: key).map {
                try self.parent.materialize($0, storeIndex: self.storeIndex, refreshing: false)
            }
        }
    }

    private func id(of entity: EntityLayout, key: Int64) -> ManagedObjectID {
        ManagedObjectID(
            storeEntity: parent.coordinator.storeEntities[storeIndex][entity.number - 1], key: key)
    }

    private func destinations(
        of slot: PropertySlot, from object: ManagedObject
    ) -> [StoreReference] {
        object.relationship(at: slot.number).objects.filter { !$0.isDeleted }.map {
            StoreReference(entityNumber: $0.layout.number, key: $0.objectID.key)
        }
    }
}

/// An object of a parent context, as a record for its child.
final class ParentRow: StoreRow {
    private let object: ManagedObject

    init(_ object: ManagedObject) {
        self.object = object
    }

    var entityNumber: Int { object.layout.number }
    var key: Int64 { object.objectID.key }
    var version: Int64 { object.row?.version ?? 0 }

    func snapshot() throws -> RowSnapshot {
        object.fireIfNeeded()
        return object.row?.copy() ?? RowSnapshot(count: object.layout.valueCount, version: 0)
    }
}
