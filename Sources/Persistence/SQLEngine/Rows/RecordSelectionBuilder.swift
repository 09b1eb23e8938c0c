import ObjectModel

/// Gathers the columns of a selection.
struct RecordSelectionBuilder {
    private let schema: SQLSchema
    private(set) var expressions: [String]
    /// The numbers of the values that are selected; nil for all.
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
            // Sort keys are for the database alone.
            guard slots?.contains(number) ?? true, entity.sortKeyTexts[number] == nil,
                let column = sql.columns[number].map({ "t0.\($0)" })
            else {
                return RowPlan.Step(kind: .null)
            }
            // Behind the slots are the places in ordered relationships.
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
            ofLarge: column, upTo: RecordSelection.greatestInlineLength)
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
