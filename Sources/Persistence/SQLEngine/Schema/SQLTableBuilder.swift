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
            if slot.orderSlot != nil {
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
            if let number = slot.orderSlot { columns[number] = orderNames[SlotKey(slot)] }
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

/// Names the join tables of a model's many-to-many relationships.
struct SQLJoinBuilder {
    private let layout: ModelLayout
    private let numbers: StoredEntityNumbers
    private let dialect: SQLDialect
    /// The names of the tables by the relationships that give them.
    private var tableNames: [End: String] = [:]
    /// The column for the key of the side that declares a relationship.
    private var sourceColumns: [End: String] = [:]

    /// A relationship with the entity that declares it.
    private struct End: Hashable {
        var entity: Int
        var slot: Int
        var name: String
        var isOrdered: Bool

        init(_ slot: PropertySlot) {
            entity = slot.declaringEntityNumber
            self.slot = slot.number
            name = slot.name
            isOrdered = slot.relationship?.isOrdered ?? false
        }
    }

    /// - Parameter names: the names of the tables that there are, to which these come.
    init(
        _ layout: ModelLayout, numbers: StoredEntityNumbers, dialect: SQLDialect,
        names: inout Set<String>
    ) {
        self.layout = layout
        self.numbers = numbers
        self.dialect = dialect
        for entity in layout.entities {
            // The names are unique among the relationships of the entity that declares them.
            var taken: Set<String> = []
            for slot in entity.slots
            where slot.declaringEntityNumber == entity.number && Self.needsJoin(slot) {
                let name = (inverse(of: slot)?.name ?? entity.name).uppercased()
                sourceColumns[End(slot)] = taken.insertUnique(
                    "Z_\(numbers.stored(entity.number))\(name)")
                let naming = naming(End(slot), inverse(of: slot))
                guard tableNames[naming] == nil else { continue }
                tableNames[naming] = names.insertUnique(
                    "Z_\(numbers.stored(naming.entity))\(naming.name.uppercased())",
                    takingAlong: dialect.tableEndings)
            }
        }
    }

    private static func needsJoin(_ slot: PropertySlot) -> Bool {
        slot.isToMany && !slot.isTransient && (slot.inverseIsToMany || slot.inverseSlot == nil)
    }

    private func inverse(of slot: PropertySlot) -> End? {
        slot.inverseSlot.map { End(layout.entity(slot.destinationNumber).slots[$0]) }
    }

    /// The join tables of an entity's relationships by slot number.
    func joins(of entity: EntityLayout) -> [Int: SQLJoin] {
        entity.slots.filter(Self.needsJoin).reduce(into: [:]) { joins, slot in
            joins[slot.number] = join(slot)
        }
    }

    private func join(_ slot: PropertySlot) -> SQLJoin {
        let end = End(slot)
        let inverse = inverse(of: slot)
        let source = sourceColumns[end, default: ""]
        // Without an inverse, or where the relationship is its own, both ends may have one name.
        var taken: Set = [source]
        let destination = taken.insertUnique(
            inverse.flatMap { sourceColumns[$0] }
                ?? "Z_\(numbers.stored(slot.destinationNumber))\(slot.name.uppercased())")
        return SQLJoin(
            table: tableNames[naming(end, inverse), default: ""], sourceColumn: source,
            destinationColumn: destination,
            orderColumn: end.isOrdered ? orderColumn(destination) : nil,
            inverseOrderColumn: inverse?.isOrdered == true ? orderColumn(source) : nil,
            isSymmetric: inverse == end)
    }

    private func orderColumn(_ column: String) -> String { "Z_FOK_\(column.dropFirst(2))" }

    private func naming(_ end: End, _ inverse: End?) -> End {
        inverse.map { Self.names($0, before: end) ? $0 : end } ?? end
    }

    /// Whether a relationship gives the join table its name rather than its inverse: that of the
    /// entity with the lower number, and within one entity the later one by name.
    private static func names(_ first: End, before second: End) -> Bool {
        first.entity == second.entity
            ? caseInsensitiveOrder(second.name, first.name) : first.entity < second.entity
    }

    /// The join tables, each once.
    var tables: [SQLJoinTable] {
        var tables: [SQLJoinTable] = []
        var seen: Set<String> = []
        for entity in layout.entities {
            for slot in entity.slots
            where slot.declaringEntityNumber == entity.number && Self.needsJoin(slot) {
                let inverse = inverse(of: slot)
                let isNaming = inverse.map { !Self.names($0, before: End(slot)) } ?? true
                let join = join(slot)
                guard isNaming, seen.insert(join.table).inserted else { continue }
                tables.append(
                    SQLJoinTable(
                        name: join.table, keyColumns: [join.sourceColumn, join.destinationColumn],
                        orderColumns: [join.inverseOrderColumn, join.orderColumn].compactMap(
                            \.self),
                        dialect: dialect))
            }
        }
        return tables
    }
}

/// The groups in which Core Data creates the columns of a table, in their order.
enum ColumnGroup: CaseIterable {
    case integer, order, time, decimal, text, uuid, transformable, binary

    /// The group of a property's column; nil for a property without a column.
    init?(_ slot: PropertySlot) {
        guard !slot.isTransient, !slot.isToMany else { return nil }
        guard let attribute = slot.attribute else {
            self = .integer
            return
        }
        switch attribute.attributeType {
        case .integer16, .integer32, .integer64, .boolean: self = .integer
        case .date, .double, .float: self = .time
        case .decimal: self = .decimal
        case .string, .uri: self = .text
        case .uuid: self = .uuid
        case .transformable: self = .transformable
        case .binaryData: self = .binary
        case .undefined, .objectID, .composite: return nil
        }
    }
}

/// The column of a derived attribute, and what its triggers have in common.
struct DerivedColumn {
    let entity: EntityLayout
    let table: String
    private let attribute: String
    private let column: String
    /// The numbers of the entities that have the attribute; nil if all in the table have it.
    private let numbers: ClosedRange<Int>?

    /// Nil if the attribute has no column.
    init?(_ derivation: Derivation, layout: ModelLayout, entities: [SQLEntity]) {
        entity = layout.entity(derivation.entityNumber)
        let sql = entities[entity.number - 1]
        guard let column = sql.columns[derivation.slot] else { return nil }
        self.column = column
        table = sql.table
        attribute = entity.slots[derivation.slot].name
        numbers =
            entity.superNumber == 0 ? nil : sql.number...entities[entity.lastNumber - 1].number
    }

    /// The condition that a new or changed row is a record with the attribute; nil if any is.
    var isNewOfEntity: String? { range("NEW.Z_ENT") }

    /// A condition over rows, for those alone that have the attribute.
    func ofEntity(_ condition: String) -> String {
        range("Z_ENT").map { "\(condition) AND \($0)" } ?? condition
    }

    private func range(_ name: String) -> String? {
        numbers.map { "\(name) BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
    }

    /// A statement that sets the attribute of all records which have it.
    func update(to value: String) -> String {
        "UPDATE \(table) SET \(column) = \(value)" + (range("Z_ENT").map { " WHERE \($0)" } ?? "")
    }

    /// A trigger that sets the attribute.
    ///
    /// - Parameters:
    ///   - source: the table whose changes call the trigger.
    ///   - value: the new value.
    ///   - rows: which rows of the attribute's table get it.
    ///   - isInsertion: whether the record is new.
    func trigger(
        on source: String, _ suffix: String, _ event: String, when: String? = nil, value: String,
        where rows: String, isInsertion: Bool = false
    ) -> String {
        let function =
            isInsertion
            ? "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
            : "NSCoreDataDATriggerUpdatedAffectedObjectValue"
        return
            "CREATE TRIGGER IF NOT EXISTS Z_DA_\(source)_\(entity.name)_\(attribute.inSQLName)_\(suffix) "
            + "\(event) ON \(source) FOR EACH ROW\(when.map { " WHEN \($0)" } ?? "") BEGIN "
            + "UPDATE \(table) SET \(column) = \(value) WHERE \(rows); "
            + "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) "
            + "FROM \(table) WHERE \(rows); END"
    }
}

extension Set<String> {
    /// Adds a name, with the first free number behind it if it is taken. Databases do not tell capital
    /// from small letters.
    ///
    /// - Parameter endings: the ends of longer names that the database takes along with this one.
    mutating func insertUnique(_ name: String, takingAlong endings: [String] = []) -> String {
        var candidate = name
        var suffix = 0
        func names() -> [String] { ([""] + endings).map { (candidate + $0).uppercased() } }
        while !isDisjoint(with: names()) {
            suffix += 1
            candidate = "\(name)\(suffix)"
        }
        formUnion(names())
        return candidate
    }
}

extension [String] {
    /// The statements that make indexes or triggers, with a number behind each name that is taken. What is
    /// made already under the same name is left out, as Core Data does by `IF NOT EXISTS`.
    func uniquelyNamed(_ names: inout Set<String>) -> [String] {
        var made: [String: Set<String>] = [:]
        return compactMap { statement in
            guard let name = StoreSQL.name(madeBy: statement) else { return statement }
            let definition = StoreSQL.definition(in: statement)
            guard made[name.uppercased(), default: []].insert(definition).inserted else {
                return nil
            }
            return statement.replacing(name, with: names.insertUnique(name), maxReplacements: 1)
        }
    }
}

extension String {
    /// The name as a part of one that stands in statements without quotes: what may not is `_`.
    var inSQLName: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.fitsSQLName ? $0 : "_" }))
    }
}

extension Unicode.Scalar {
    /// Whether a name without quotes may hold the character.
    var fitsSQLName: Bool {
        properties.isAlphabetic || properties.numericType != nil || self == "_"
            || properties.generalCategory == .nonspacingMark
    }
}
