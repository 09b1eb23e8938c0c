import ObjectModel

/// Names the columns of one root entity's table.
struct SQLTableBuilder {
    let root: EntityLayout
    let name: String
    private(set) var table: SQLTable
    private let layout: ModelLayout
    private let dialect: SQLDialect
    private var names: [SlotKey: String] = [:]
    private var entityNames: [SlotKey: String] = [:]
    private var orderNames: [SlotKey: String] = [:]

    private struct SlotKey: Hashable {
        var entity: Int
        var slot: Int

        init(_ slot: PropertySlot) {
            entity = slot.declaringEntityNumber
            self.slot = slot.number
        }
    }

    init(
        root: EntityLayout, name: String, layout: ModelLayout, numbers: StoredEntityNumbers,
        dialect: SQLDialect
    ) {
        self.dialect = dialect
        self.root = root
        self.layout = layout
        self.name = name
        table = SQLTable(name: name, columns: [])
        let slots = layout.family(of: root).flatMap { entity in
            entity.slots.filter {
                $0.declaringEntityNumber == entity.number && ColumnGroup($0) != nil
            }
        }
        nameColumns(of: slots, numbers)
        table = SQLTable(
            name: name, columns: ColumnGroup.allCases.flatMap { columns(of: slots, in: $0) },
            dialect: dialect)
    }

    private mutating func nameColumns(of slots: [PropertySlot], _ numbers: StoredEntityNumbers) {
        var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        for slot in slots {
            let base = slot.name.uppercased().replacing(".", with: "_")
            names[SlotKey(slot)] = taken.insertUnique("Z\(base)")
            if slot.isToOne, layout.entity(slot.destinationNumber).hasSubentities {
                entityNames[SlotKey(slot)] =
                    taken.insertUnique("Z\(numbers.stored(slot.destinationNumber))_\(base)")
            }
            if slot.orderValueNumber != nil {
                orderNames[SlotKey(slot)] = taken.insertUnique("Z_FOK_\(base)")
            }
        }
    }

    private func columns(of slots: [PropertySlot], in group: ColumnGroup) -> [SQLColumn] {
        if group == .order {
            return orderNames.values.sorted().map { SQLColumn(name: $0, type: dialect.keyType) }
        }
        // Attributes come before the relationships of the same entity.
        return layout.family(of: root).flatMap { entity in
            let own = slots.filter {
                $0.declaringEntityNumber == entity.number && ColumnGroup($0) == group
            }
            return own.filter { !$0.isToOne }.flatMap(columns)
                + own.filter(\.isToOne).flatMap(columns)
        }
    }

    private func columns(of slot: PropertySlot) -> [SQLColumn] {
        let type =
            slot.attribute.map { dialect.columnType(of: $0.attributeType) } ?? dialect.keyType
        let key = SlotKey(slot)
        return [
            names[key].map { SQLColumn(name: $0, type: type) },
            entityNames[key].map { SQLColumn(name: $0, type: dialect.entityType) },
        ].compactMap(\.self)
    }

    /// The columns of an entity by value number.
    func columns(of entity: EntityLayout) -> [String?] {
        var columns: [String?] = Array(repeating: nil, count: entity.valueCount)
        for slot in entity.slots {
            columns[slot.number] = names[SlotKey(slot)]
            if let number = slot.orderValueNumber { columns[number] = orderNames[SlotKey(slot)] }
        }
        return columns
    }

    /// The columns for the entity numbers of an entity's destinations, by slot number.
    func entityColumns(of entity: EntityLayout) -> [Int: String] {
        entity.slots.reduce(into: [:]) { $0[$1.number] = entityNames[SlotKey($1)] }
    }

    /// The indexes of foreign keys and of the entity number.
    var indexStatements: [String] {
        let relationships = layout.family(of: root).flatMap { entity in
            entity.slots.filter { $0.declaringEntityNumber == entity.number && $0.isToOne }
        }
        let foreignKeys = relationships.compactMap { names[SlotKey($0)] }.map {
            "CREATE INDEX \(name)_\($0)_INDEX ON \(name) (\($0))"
        }
        return foreignKeys
            + (root.hasSubentities ? ["CREATE INDEX \(name)_Z_ENT_INDEX ON \(name) (Z_ENT)"] : [])
    }
}
