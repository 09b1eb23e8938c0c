/// Makes objects from the rows of one fetch, with the lookups common to its rows done once.
final class RowReader {
    private let context: ManagedObjectContext
    private let storeEntities: [StoreEntity]
    private let isRefreshing: Bool
    private var entityNumber = 0
    // One of the store's entities, which the array retains; unmanaged, so that a row costs no
    // reference counting.
    private var storeEntity: Unmanaged<StoreEntity>
    private var objectClass: ManagedObject.Type
    private var map: IdentityMap
    /// Whether a registered object may be of another entity than its record.
    private var mayDiffer = false

    init(_ context: ManagedObjectContext, storeIndex: Int, refreshing: Bool) {
        self.context = context
        storeEntities = context.coordinator.storeEntities[storeIndex]
        isRefreshing = refreshing
        storeEntity = .passUnretained(storeEntities[0])
        objectClass = storeEntities[0].layout.objectClass
        map = context.map(of: storeEntities[0])
    }

    /// The object of the session's current record: the registered one, loaded if it was a fault, or
    /// a new one.
    func object(of row: any StoreRow) throws -> ManagedObject {
        let number = row.entityNumber
        if number != entityNumber { turn(to: number) }
        let key = row.key
        guard let object = known(key) else { return try make(key, row) }
        try fill(object, from: row)
        return object
    }

    /// The object of the session's current record, and the record's values if the object may have
    /// others, such as changed ones.
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

    /// The registered object of a key. One that was made for a reference naming the wrong entity is
    /// discarded and loses its values.
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
