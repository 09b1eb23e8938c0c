import ObjectModel

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
