import ObjectModel

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
        // An entity's attributes come before its relationships.
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

    /// The columns of destinations' entity numbers, by slot number.
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

struct SQLJoinBuilder {
    private let layout: ModelLayout
    private let numbers: StoredEntityNumbers
    private let dialect: SQLDialect
    /// The names by the relationships that determine them.
    private var tableNames: [End: String] = [:]
    /// The column of the key at the declaring side.
    private var sourceColumns: [End: String] = [:]

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

    /// - Parameter names: the names of the existing tables; those of the join tables are added.
    init(
        _ layout: ModelLayout, numbers: StoredEntityNumbers, dialect: SQLDialect,
        names: inout Set<String>
    ) {
        self.layout = layout
        self.numbers = numbers
        self.dialect = dialect
        for entity in layout.entities {
            // Names are unique among the relationships of the declaring entity.
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

    /// The join tables by slot number.
    func joins(of entity: EntityLayout) -> [Int: SQLJoin] {
        entity.slots.filter(Self.needsJoin).reduce(into: [:]) { joins, slot in
            joins[slot.number] = join(slot)
        }
    }

    private func join(_ slot: PropertySlot) -> SQLJoin {
        let end = End(slot)
        let inverse = inverse(of: slot)
        let source = sourceColumns[end, default: ""]
        // The two ends may have one name if there is no inverse, or if the relationship is its own.
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

    /// Whether a relationship, rather than its inverse, names the join table: that of the entity
    /// with the lower number; within one entity, the later one by name.
    private static func names(_ first: End, before second: End) -> Bool {
        first.entity == second.entity
            ? caseInsensitiveOrder(second.name, first.name) : first.entity < second.entity
    }

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

/// The groups of columns of a table, in the order of Core Data.
enum ColumnGroup: CaseIterable {
    case integer, order, time, decimal, text, uuid, transformable, binary

    /// Nil for a property without a column.
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

/// The column of a derived attribute, and the common parts of its triggers.
struct DerivedColumn {
    let entity: EntityLayout
    let table: String
    private let attribute: String
    private let column: String
    /// The numbers of the entities with the attribute; nil if all in the table have it.
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

    /// The condition that a new or changed row has the attribute; nil if every row has it.
    var isNewOfEntity: String? { range("NEW.Z_ENT") }

    /// Restricts a condition to rows with the attribute.
    func ofEntity(_ condition: String) -> String {
        range("Z_ENT").map { "\(condition) AND \($0)" } ?? condition
    }

    private func range(_ name: String) -> String? {
        numbers.map { "\(name) BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
    }

    /// Sets the attribute in all records that have it.
    func update(to value: String) -> String {
        "UPDATE \(table) SET \(column) = \(value)" + (range("Z_ENT").map { " WHERE \($0)" } ?? "")
    }

    /// A trigger that sets the attribute.
    ///
    /// - Parameters:
    ///   - source: the table whose changes fire the trigger.
    ///   - value: the new value.
    ///   - rows: the condition for the rows that get it.
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
    /// Adds a name, with the first free number appended if it is taken. SQL ignores case.
    ///
    /// - Parameter endings: the suffixes of further names that the database reserves with this one.
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
    /// The statements that create indexes or triggers, with a number appended to taken names. A
    /// repeated definition of the same name is dropped, as Core Data does with `IF NOT EXISTS`.
    func uniquelyNamed(_ names: inout Set<String>) -> [String] {
        var made: [String: Set<String>] = [:]
        return compactMap { statement in
            guard let name = StoreSQL.name(madeBy: statement) else { return statement }
            let definition = StoreSQL.definition(in: statement)
            guard made[name.uppercased(), default: []].insert(definition).inserted else {
                return nil
            }
            let unique = names.insertUnique(name)
            return unique == name
                ? statement : statement.replacing(name, with: unique, maxReplacements: 1)
        }
    }
}

extension String {
    /// The name for use in SQL without quotes: other characters become `_`.
    var inSQLName: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.fitsSQLName ? $0 : "_" }))
    }
}

extension Unicode.Scalar {
    /// Whether an unquoted name may contain the character.
    var fitsSQLName: Bool {
        properties.isAlphabetic || properties.numericType != nil || self == "_"
            || properties.generalCategory == .nonspacingMark
    }
}
