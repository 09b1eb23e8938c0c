import ObjectModel

extension SQLSession {
    package func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        var destinations: [StoreReference] = []
        try run(query.sql(keyCount: 1)) {
            try $0.append(key)
        } _: { row in
            if let reference = query.reference(in: row) { destinations.append(reference) }
        }
        return destinations
    }

    package func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        var destinations: [Int64: [StoreReference]] = [:]
        try run(forKeys: keys, query.sql) { row in
            guard let reference = query.reference(in: row) else { return }
            destinations[row.integer(2), default: []].append(reference)
        }
        return destinations
    }
}

/// Selects the destinations of a to-many relationship: key, entity number, source.
struct DestinationQuery {
    private let destination: EntityLayout
    private let selectsEntity: Bool
    private let numberOffset: Int
    private let text: String
    private let source: String
    private let order: String
    private let dialect: SQLDialect

    init(_ slot: PropertySlot, from entity: EntityLayout, schema: SQLSchema) throws {
        let dialect = schema.dialect
        self.dialect = dialect
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
            order = dialect.ordered(byPositionIn: join.orderColumn.map { "j.\($0)" })
        } else if let inverse = slot.inverseSlot, slot.isToMany,
            let column = schema[destination].columns[inverse]
        {
            source = "t0.\(column)"
            text = "SELECT t0.Z_PK, \(entityColumn), \(source) FROM \(table) t0"
            let position =
                slot.relationship?.isOrdered == true
                ? destination.slots[inverse].orderSlot : nil
            let columns = schema[destination].columns
            order = dialect.ordered(
                byPositionIn: position.flatMap { columns[$0] }.map { "t0.\($0)" })
        } else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is not a to-many relationship that is stored")
        }
    }

    func sql(keyCount: Int) -> String {
        "\(text) WHERE \(dialect.isAmong(source, keyCount: keyCount)) ORDER BY \(order)"
    }

    /// The destination in a row; nil if it is not a record of the destination entity.
    func reference(in row: some SQLRow) -> StoreReference? {
        let number = selectsEntity ? Int(row.integer(1)) &- numberOffset : destination.number
        guard (destination.number...destination.lastNumber).contains(number) else { return nil }
        return StoreReference(entityNumber: number, key: row.integer(0))
    }
}

extension SQLDialect {
    /// The order of destinations by position, if they have one, and by key.
    fileprivate func ordered(byPositionIn column: String?) -> String {
        let position = column.map {
            ordered(SQLFragment(stringLiteral: $0), ascending: true).sql + ", "
        }
        return (position ?? "") + "t0.Z_PK"
    }
}
