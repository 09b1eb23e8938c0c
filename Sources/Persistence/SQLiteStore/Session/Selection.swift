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
    let columnCount: Int
    /// The columns as SQL where values are not wanted.
    let keyColumns: String
    /// Whether the entity's number is selected.
    let selectsEntity: Bool
    /// What the store's numbers of the table's entities are greater by than the model's.
    let numberOffset: Int
    /// How records are made, from the number of the entity itself on.
    let plans: [RowPlan]

    init(of entity: EntityLayout, schema: SQLSchema, homes: [EntityHome]) {
        let root = schema.layout.entity(entity.rootNumber)
        self.entity = entity
        selectsEntity = root.hasSubentities
        numberOffset = schema.number(of: entity) - entity.number
        var builder = SelectionBuilder(
            expressions: ["t0.Z_PK", "t0.Z_OPT"] + (selectsEntity ? ["t0.Z_ENT"] : []))
        keyColumns = builder.expressions.joined(separator: ", ")
        plans = schema.layout.family(of: entity).map { entity in
            RowPlan(steps: builder.steps(of: entity, schema: schema), homes: homes)
        }
        columns = builder.expressions.joined(separator: ", ")
        columnCount = builder.expressions.count
    }
}
