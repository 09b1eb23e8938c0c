/// Gathers the columns of a selection.
struct SelectionBuilder {
    var expressions: [String]
    private var positions: [String: Int32] = [:]

    init(expressions: [String]) {
        self.expressions = expressions
    }

    mutating func steps(of entity: EntityLayout, schema: SQLSchema) -> [RowPlan.Step] {
        let sql = schema[entity]
        var steps = entity.slots.map { slot in
            step(
                slot, column: sql.columns[slot.number],
                entityColumn: sql.entityColumns[slot.number],
                in: schema)
        }
        for number in entity.slots.count..<max(entity.valueCount, entity.slots.count) {
            let column = sql.columns[number].map { position(of: $0, as: "t0.\($0)") }
            steps.append(
                column.map { RowPlan.Step(kind: .integer, column: $0) } ?? RowPlan.Step(kind: .null)
            )
        }
        return steps
    }

    private mutating func step(
        _ slot: PropertySlot, column: String?, entityColumn: String?, in schema: SQLSchema
    ) -> RowPlan.Step {
        guard let column else { return RowPlan.Step(kind: .null) }
        guard let attribute = slot.attribute else {
            let destination = schema.layout.entity(slot.destinationNumber)
            return RowPlan.Step(
                kind: .object, column: position(of: column, as: "t0.\(column)"),
                entityColumn: entityColumn.map { position(of: $0, as: "t0.\($0)") } ?? -1,
                destination: Int32(destination.number)...Int32(destination.lastNumber),
                numberOffset: Int32(schema.number(of: destination) - destination.number))
        }
        let kind = RowPlan.Kind(attribute)
        let expression =
            slot.isBinary
            ? "CASE WHEN length(t0.\(column)) > \(Selection.greatestInlineLength) "
                + "THEN length(t0.\(column)) ELSE t0.\(column) END"
            : "t0.\(column)"
        return RowPlan.Step(kind: kind, column: position(of: column, as: expression))
    }

    private mutating func position(of column: String, as expression: String) -> Int32 {
        if let position = positions[column] { return position }
        let position = Int32(expressions.count)
        positions[column] = position
        expressions.append(expression)
        return position
    }
}
