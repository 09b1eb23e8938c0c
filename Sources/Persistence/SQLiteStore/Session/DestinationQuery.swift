import ObjectModel

/// The query for the destinations of a to-many relationship: key, entity number, source.
struct DestinationQuery {
    static let keyCounts = [1, 8, 32, 128, 512]
    static let greatestKeyCount = 512

    private let destination: EntityLayout
    private let selectsEntity: Bool
    private let numberOffset: Int
    private let text: String
    private let source: String
    private let order: String

    init(_ slot: PropertySlot, from entity: EntityLayout, schema: SQLSchema) throws {
        destination = schema.layout.entity(max(slot.destinationNumber, 1))
        selectsEntity = schema.layout.entity(destination.rootNumber).hasSubentities
        numberOffset = schema.number(of: destination) - destination.number
        let entityColumn = selectsEntity ? "t0.Z_ENT" : "0"
        let table = schema[destination].table
        if let join = schema[entity].joins[slot.number] {
            source = "j.\(join.sourceColumn)"
            text =
                "SELECT t0.Z_PK, \(entityColumn), \(source) FROM \(join.table) j "
                + "JOIN \(table) t0 ON t0.Z_PK = j.\(join.destinationColumn)"
            order = join.orderColumn.map { "j.\($0), t0.Z_PK" } ?? "t0.Z_PK"
        } else if let inverse = slot.inverseSlot, slot.isToMany,
            let column = schema[destination].columns[inverse]
        {
            source = "t0.\(column)"
            text = "SELECT t0.Z_PK, \(entityColumn), \(source) FROM \(table) t0"
            let place =
                slot.relationship?.isOrdered == true
                ? destination.slots[inverse].orderValueNumber : nil
            let columns = schema[destination].columns
            order = place.flatMap { columns[$0] }.map { "t0.\($0), t0.Z_PK" } ?? "t0.Z_PK"
        } else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no to-many relationship that is stored")
        }
    }

    func sql(keyCount: Int) -> String {
        let condition =
            keyCount == 1
            ? "= ?" : "IN (\(Array(repeating: "?", count: keyCount).joined(separator: ", ")))"
        return "\(text) WHERE \(source) \(condition) ORDER BY \(order)"
    }

    /// The destination that a statement is at; nil if it is no record of the relationship's
    /// destination entity.
    func reference(in statement: Statement) -> StoreReference? {
        let number = selectsEntity ? Int(statement.integer(1)) &- numberOffset : destination.number
        guard (destination.number...destination.lastNumber).contains(number) else { return nil }
        return StoreReference(entityNumber: number, key: statement.integer(0))
    }
}
