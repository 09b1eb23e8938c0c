import ObjectModel

/// Names the join tables of a model's many-to-many relationships.
struct SQLJoinBuilder {
    private let layout: ModelLayout
    private let numbers: StoredEntityNumbers
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

    init(_ layout: ModelLayout, numbers: StoredEntityNumbers) {
        self.layout = layout
        self.numbers = numbers
        for entity in layout.entities {
            // The names are unique among the relationships of the entity that declares them.
            var taken: Set<String> = []
            for slot in entity.slots
            where slot.declaringEntityNumber == entity.number && Self.needsJoin(slot) {
                let name = (inverse(of: slot)?.name ?? entity.name).uppercased()
                sourceColumns[End(slot)] = taken.insertUnique(
                    "Z_\(numbers.stored(entity.number))\(name)")
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
        let isSymmetric = inverse == end
        let destination =
            if isSymmetric { "\(source)1" } else {
                inverse.flatMap { sourceColumns[$0] }
                    ?? "Z_\(numbers.stored(slot.destinationNumber))\(slot.name.uppercased())"
            }
        return SQLJoin(
            table: tableName(end, inverse), sourceColumn: source, destinationColumn: destination,
            orderColumn: end.isOrdered ? orderColumn(destination) : nil,
            inverseOrderColumn: inverse?.isOrdered == true ? orderColumn(source) : nil,
            isSymmetric: isSymmetric)
    }

    private func orderColumn(_ column: String) -> String { "Z_FOK_\(column.dropFirst(2))" }

    private func tableName(_ end: End, _ inverse: End?) -> String {
        let naming = inverse.map { Self.names($0, before: end) ? $0 : end } ?? end
        return "Z_\(numbers.stored(naming.entity))\(naming.name.uppercased())"
    }

    /// Whether a relationship gives the join table its name rather than its inverse: that of the
    /// entity with the lower number, and within one entity the later one by name.
    private static func names(_ first: End, before second: End) -> Bool {
        first.entity == second.entity
            ? caseInsensitiveOrder(second.name, first.name) : first.entity < second.entity
    }

    /// The join tables, each once.
    func tables(_ dialect: SQLDialect) -> [SQLJoinTable] {
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
