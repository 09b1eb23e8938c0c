import ObjectModel

/// The selected columns for the records of an entity and its subentities.
package struct RecordSelection: Sendable {
    /// Longer values are read on demand.
    static let maximumInlineLength = 4_096

    @usableFromInline
    enum Position {
        @usableFromInline static let key: Int32 = 0
        @usableFromInline static let version: Int32 = 1
        /// Selected only if the table holds several entities.
        @usableFromInline static let entity: Int32 = 2
    }

    package let entity: EntityLayout
    package let columns: String
    let columnCount: Int
    /// The columns without values.
    package let keyColumns: String
    let selectsEntity: Bool
    /// The store's entity numbers minus the model's.
    let numberOffset: Int
    /// The numbers of the selected values; nil for all.
    package let slots: Set<Int>?
    /// The plans by entity number, beginning with the entity itself.
    @usableFromInline let plans: [RowPlan]

    /// - Parameter slots: the numbers of the wanted values; the others are null. Default: nil, for
    ///   all.
    package init(
        of entity: EntityLayout, schema: SQLSchema, storeEntities: [StoreEntity],
        slots: Set<Int>? = nil
    ) {
        self.slots = slots
        let root = schema.layout.entity(entity.rootNumber)
        self.entity = entity
        selectsEntity = root.hasSubentities
        numberOffset = schema.number(of: entity) - entity.number
        var builder = RecordSelectionBuilder(
            schema, expressions: ["t0.Z_PK", "t0.Z_OPT"] + (selectsEntity ? ["t0.Z_ENT"] : []),
            slots: slots)
        keyColumns = builder.expressions.joined(separator: ", ")
        plans = schema.layout.family(of: entity).map {
            RowPlan(steps: builder.steps(of: $0), storeEntities: storeEntities)
        }
        columns = builder.expressions.joined(separator: ", ")
        columnCount = builder.expressions.count
    }

    package func statement(byKeyIn schema: SQLSchema) -> String {
        "SELECT \(columns) FROM \(schema[entity].table) t0 "
            + "WHERE t0.Z_PK = \(schema.dialect.mark(1))"
    }

    package func statement(byKeys count: Int, in schema: SQLSchema) -> String {
        "SELECT \(columns) FROM \(schema[entity].table) t0 "
            + "WHERE \(schema.dialect.isAmong("t0.Z_PK", keyCount: count))"
    }
}

struct RecordSelectionBuilder {
    private let schema: SQLSchema
    private(set) var expressions: [String]
    /// The numbers of the selected values; nil for all.
    private let slots: Set<Int>?
    private var positions: [String: Int32] = [:]

    init(_ schema: SQLSchema, expressions: [String], slots: Set<Int>? = nil) {
        self.schema = schema
        self.slots = slots
        self.expressions = expressions
    }

    mutating func steps(of entity: EntityLayout) -> [RowPlan.Step] {
        let sql = schema[entity]
        return (0..<max(entity.valueCount, entity.slots.count)).map { number in
            // Only the database uses sort keys.
            guard slots?.contains(number) ?? true, entity.sortKeyTexts[number] == nil,
                let column = sql.columns[number].map({ "t0.\($0)" })
            else {
                return RowPlan.Step(kind: .null)
            }
            // After the slots come the positions in ordered relationships.
            guard number < entity.slots.count else {
                return RowPlan.Step(kind: .integer, column: position(of: column))
            }
            let slot = entity.slots[number]
            return slot.attribute.map { step(slot, $0, column) }
                ?? step(slot, column, entityColumn: sql.entityColumns[number].map { "t0.\($0)" })
        }
    }

    private mutating func step(
        _ slot: PropertySlot, _ attribute: AttributeDescription, _ column: String
    ) -> RowPlan.Step {
        let kind = RowPlan.Kind(attribute)
        guard slot.isBinary else {
            return RowPlan.Step(kind: kind, column: position(of: column))
        }
        let (value, length) = schema.dialect.columns(
            ofLarge: column, upTo: RecordSelection.maximumInlineLength)
        return RowPlan.Step(
            kind: kind, column: position(of: value),
            companionColumn: length.map { position(of: $0) } ?? -1)
    }

    private mutating func step(
        _ slot: PropertySlot, _ column: String, entityColumn: String?
    ) -> RowPlan.Step {
        let destination = schema.layout.entity(slot.destinationNumber)
        return RowPlan.Step(
            kind: .object, column: position(of: column),
            companionColumn: entityColumn.map { position(of: $0) } ?? -1,
            destination: Int32(destination.number)...Int32(destination.lastNumber),
            numberOffset: Int32(schema.number(of: destination) - destination.number))
    }

    private mutating func position(of expression: String) -> Int32 {
        if let position = positions[expression] { return position }
        let position = Int32(expressions.count)
        positions[expression] = position
        expressions.append(expression)
        return position
    }
}
