/// The columns that are selected to get the records of an entity and of its subentities.
package struct RecordSelection: Sendable {
    /// Values longer than this are read when they are asked for.
    static let greatestInlineLength = 4_096

    /// The first columns of every selection.
    @usableFromInline
    enum Position {
        @usableFromInline static let key: Int32 = 0
        @usableFromInline static let version: Int32 = 1
        /// Only where the table holds several entities.
        @usableFromInline static let entity: Int32 = 2
    }

    package let entity: EntityLayout
    /// The columns as SQL.
    package let columns: String
    let columnCount: Int
    /// The columns as SQL where values are not wanted.
    package let keyColumns: String
    /// Whether the entity's number is selected.
    let selectsEntity: Bool
    /// What the store's numbers of the table's entities are greater by than the model's.
    let numberOffset: Int
    /// The numbers of the values that are selected; nil for all.
    package let slots: Set<Int>?
    /// How records are made, from the number of the entity itself on.
    @usableFromInline let plans: [RowPlan]

    /// - Parameter slots: the numbers of the values that are wanted, others being null; nil, the default, for
    ///   all.
    package init(
        of entity: EntityLayout, schema: SQLSchema, homes: [EntityHome], slots: Set<Int>? = nil
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
            RowPlan(steps: builder.steps(of: $0), homes: homes)
        }
        columns = builder.expressions.joined(separator: ", ")
        columnCount = builder.expressions.count
    }

    /// The statement that reads a record by its key.
    package func statement(byKeyIn schema: SQLSchema) -> String {
        "SELECT \(columns) FROM \(schema[entity].table) t0 "
            + "WHERE t0.Z_PK = \(schema.dialect.mark(1))"
    }

    /// The statement that reads records by so many keys.
    package func statement(byKeys count: Int, in schema: SQLSchema) -> String {
        "SELECT \(columns) FROM \(schema[entity].table) t0 "
            + "WHERE \(schema.dialect.isAmong("t0.Z_PK", keyCount: count))"
    }
}
