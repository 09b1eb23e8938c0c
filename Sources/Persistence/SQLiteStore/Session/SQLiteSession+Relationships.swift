import ObjectModel

extension SQLiteSession {
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        return try connection.withStatement(query.sql(keyCount: 1)) { statement in
            try statement.bind(key, at: 1)
            var destinations: [StoreReference] = []
            while try statement.step() {
                if let reference = query.reference(in: statement) {
                    destinations.append(reference)
                }
            }
            return destinations
        }
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        var destinations: [Int64: [StoreReference]] = [:]
        for start in stride(from: 0, to: keys.count, by: DestinationQuery.greatestKeyCount) {
            let end = min(start + DestinationQuery.greatestKeyCount, keys.count)
            try gather(query, keys: keys[start..<end], into: &destinations)
        }
        return destinations
    }

    private func gather(
        _ query: DestinationQuery, keys: ArraySlice<Int64>,
        into destinations: inout [Int64: [StoreReference]]
    ) throws {
        // A few lengths instead of any, so that there are few statements to prepare.
        let length = DestinationQuery.keyCounts.first { $0 >= keys.count } ?? keys.count
        try connection.withStatement(query.sql(keyCount: length)) { statement in
            for position in 0..<length {
                let index = min(keys.startIndex + position, keys.endIndex - 1)
                try statement.bind(keys[index], at: position + 1)
            }
            while try statement.step() {
                guard let reference = query.reference(in: statement) else { continue }
                destinations[statement.integer(2), default: []].append(reference)
            }
        }
    }
}

/// The query for the destinations of a to-many relationship: key, entity number, source.
struct DestinationQuery {
    static let keyCounts = [1, 8, 32, 128, 512]
    static let greatestKeyCount = 512

    private let destination: EntityLayout
    private let selectsEntity: Bool
    private let text: String
    private let source: String
    private let order: String

    init(_ slot: PropertySlot, from entity: EntityLayout, schema: SQLSchema) throws {
        destination = schema.layout.entity(max(slot.destinationNumber, 1))
        selectsEntity = schema.layout.entity(destination.rootNumber).hasSubentities
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
        let number = selectsEntity ? Int(statement.integer(1)) : destination.number
        guard (destination.number...destination.lastNumber).contains(number) else { return nil }
        return StoreReference(entityNumber: number, key: statement.integer(0))
    }
}
