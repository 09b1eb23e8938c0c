/// Makes objects of the rows of one fetch. What is the same for one row after the other is looked up
/// once.
final class RowReader {
    private let context: ManagedObjectContext
    private let homes: [EntityHome]
    private let isRefreshing: Bool
    private var entityNumber = 0
    private var home: EntityHome
    private var map: IdentityMap

    init(_ context: ManagedObjectContext, storeIndex: Int, refreshing: Bool) {
        self.context = context
        homes = context.coordinator.homes[storeIndex]
        isRefreshing = refreshing
        home = homes[0]
        map = context.map(of: home)
    }

    /// The object of the record that a session is at: the one that is in the context already,
    /// filled if it was a fault, or a new one.
    func object(of row: any StoreRow) throws -> ManagedObject {
        let number = row.entityNumber
        if number != entityNumber { turn(to: number) }
        let key = row.key
        guard let object = map[key] else {
            let object = home.layout.objectClass.init(
                ManagedObject.Instantiation(
                    objectID: ManagedObjectID(home: home, key: key), context: context,
                    row: try row.snapshot(), state: [.fault, .registered]))
            map.insert(object, for: key)
            return object
        }
        try fill(object, from: row)
        return object
    }

    /// The object of the record that a session is at, and the values that the store has.
    func objectAndValues(
        of row: any StoreRow
    ) throws -> (object: ManagedObject, values: RowSnapshot) {
        let object = try object(of: row)
        if let values = object.row, object.state == [.fault, .registered] {
            return (object, values)
        }
        return (object, try row.snapshot())
    }

    private func turn(to number: Int) {
        entityNumber = number
        home = homes[number - 1]
        map = context.map(of: home)
    }

    private func fill(_ object: ManagedObject, from row: any StoreRow) throws {
        if object.row == nil {
            object.row = try row.snapshot()
        } else if isRefreshing, !object.hasChanges {
            if object.row?.version != row.version { context.events?.noteRefresh(of: object) }
            object.row = try row.snapshot()
            object.extras?.transformed = [:]
            object.state.insert(.fault)
        }
    }
}
