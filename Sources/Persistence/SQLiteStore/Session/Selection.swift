/// The columns that are selected to get the records of an entity and of its subentities.
struct Selection: Sendable {
    /// Values longer than this are read when they are asked for.
    static let greatestInlineLength = 4096

    /// The first columns of every selection.
    enum Position {
        static let key: Int32 = 0
        static let version: Int32 = 1
        /// Only where the table holds several entities.
        static let entity: Int32 = 2
    }

    let entity: EntityLayout
    /// The columns as SQL.
    let columns: String
    /// The columns as SQL where values are not wanted.
    let keyColumns: String
    /// Whether the entity's number is selected.
    let selectsEntity: Bool
    /// How records are made, from the number of the entity itself on.
    let plans: [RowPlan]

    init(of entity: EntityLayout, schema: SQLSchema, homes: [EntityHome], external: ExternalData) {
        let root = schema.layout.entity(entity.rootNumber)
        self.entity = entity
        selectsEntity = root.hasSubentities
        var builder = SelectionBuilder(
            expressions: ["t0.Z_PK", "t0.Z_OPT"] + (selectsEntity ? ["t0.Z_ENT"] : []))
        keyColumns = builder.expressions.joined(separator: ", ")
        plans = schema.layout.family(of: entity).map { entity in
            RowPlan(
                steps: builder.steps(of: entity, schema: schema), homes: homes, external: external)
        }
        columns = builder.expressions.joined(separator: ", ")
    }
}

/// Gathers the columns of a selection.
private struct SelectionBuilder {
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
                destination: Int32(destination.number)...Int32(destination.lastNumber))
        }
        let kind = RowPlan.Kind(attribute)
        let expression =
            slot.isBinary
            ? "CASE WHEN length(t0.\(column)) <= \(Selection.greatestInlineLength) "
                + "THEN t0.\(column) ELSE length(t0.\(column)) END"
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
