/// Makes objects of the rows of one fetch. What is the same for one row after the other is looked up
/// once.
final class RowReader {
    private let context: ManagedObjectContext
    private let storeEntities: [StoreEntity]
    private let isRefreshing: Bool
    private var entityNumber = 0
    // One of the store's entities, which the array keeps: a row more costs no counting of references to it.
    private var storeEntity: Unmanaged<StoreEntity>
    private var objectClass: ManagedObject.Type
    private var map: IdentityMap
    /// Whether an object that is in the context may be of another entity than its record.
    private var mayDiffer = false

    init(_ context: ManagedObjectContext, storeIndex: Int, refreshing: Bool) {
        self.context = context
        storeEntities = context.coordinator.storeEntities[storeIndex]
        isRefreshing = refreshing
        storeEntity = .passUnretained(storeEntities[0])
        objectClass = storeEntities[0].layout.objectClass
        map = context.map(of: storeEntities[0])
    }

    /// The object of the record that a session is at: the one that is in the context already,
    /// filled if it was a fault, or a new one.
    func object(of row: any StoreRow) throws -> ManagedObject {
        let number = row.entityNumber
        if number != entityNumber { turn(to: number) }
        let key = row.key
        guard let object = known(key) else { return try make(key, row) }
        try fill(object, from: row)
        return object
    }

    /// The object of the record that a session is at, and the record's values if the object may have
    /// others: changed ones, or those of an earlier fetch.
    func objectAndRow(
        of row: any StoreRow
    ) throws -> (object: ManagedObject, stored: RowSnapshot?) {
        let number = row.entityNumber
        if number != entityNumber { turn(to: number) }
        let key = row.key
        guard let object = known(key) else { return (try make(key, row), nil) }
        let isEmpty = object.row == nil
        try fill(object, from: row)
        return (object, isEmpty ? nil : try row.snapshot())
    }

    /// The object of a key that is in the context. One that was made for a reference which names another entity
    /// than the record has is not it, and no longer has values.
    @inline(__always)
    private func known(_ key: Int64) -> ManagedObject? {
        guard let object = map[key] else { return nil }
        guard mayDiffer, object.layout.number != entityNumber else { return object }
        object.state.remove(.registered)
        map.remove(key)
        object.loseRecord()
        return nil
    }

    @inline(__always)
    private func make(_ key: Int64, _ row: any StoreRow) throws -> ManagedObject {
        let object = objectClass.init(
            ManagedObject.Instantiation(
                objectID: ManagedObjectID(storeEntity: storeEntity.takeUnretainedValue(), key: key),
                context: .passUnretained(context), row: try row.snapshot(),
                state: [.fault, .registered]))
        map.insert(object, for: key)
        return object
    }

    private func turn(to number: Int) {
        entityNumber = number
        let storeEntity = storeEntities[number - 1]
        self.storeEntity = .passUnretained(storeEntity)
        objectClass = storeEntity.layout.objectClass
        map = context.map(of: storeEntity)
        mayDiffer = storeEntity.layout.rootNumber != number || storeEntity.layout.hasSubentities
    }

    private func fill(_ object: ManagedObject, from row: any StoreRow) throws {
        if object.row == nil {
            object.row = try row.snapshot()
        } else if isRefreshing, !object.hasChanges {
            if object.row?.version != row.version { context.events?.recordRefresh(of: object) }
            object.row = try row.snapshot()
            object.extras?.transformed = [:]
            object.state.insert(.fault)
        }
    }
}
