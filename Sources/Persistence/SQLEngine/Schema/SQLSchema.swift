/// Where the properties of a model's entities are in a database of Core Data's layout.
package struct SQLSchema: Sendable {
    package let layout: ModelLayout
    /// The numbers that the store has for the entities.
    let numbers: StoredEntityNumbers
    /// The entities; the one with number n stands at n − 1.
    package let entities: [SQLEntity]
    /// The tables of the root entities, in the order of their numbers.
    package let tables: [SQLTable]
    /// The join tables of the many-to-many relationships, by name.
    package let joinTables: [SQLJoinTable]
    /// The statements that make the indexes.
    package let indexes: [String]
    /// The indexes of places: virtual tables, which triggers keep.
    let placeIndexes: [SQLPlaceIndex]
    /// The statements that make the triggers of derived attributes.
    let triggers: [String]
    /// What the statements are for.
    var dialect = SQLDialect.sqlite

    package subscript(entity: EntityLayout) -> SQLEntity { entities[entity.number - 1] }
}

extension SQLSchema {
    /// A schema with the model's own numbers, without the layout that it is of: so the layout can keep it.
    struct Kept: Sendable {
        private let entities: [SQLEntity]
        private let tables: [SQLTable]
        private let joinTables: [SQLJoinTable]
        private let indexes: [String]
        private let placeIndexes: [SQLPlaceIndex]
        private let triggers: [String]

        init(_ schema: SQLSchema) {
            entities = schema.entities
            tables = schema.tables
            joinTables = schema.joinTables
            indexes = schema.indexes
            placeIndexes = schema.placeIndexes
            triggers = schema.triggers
        }

        func schema(of layout: ModelLayout) -> SQLSchema {
            SQLSchema(
                layout: layout, numbers: .same, entities: entities, tables: tables,
                joinTables: joinTables, indexes: indexes, placeIndexes: placeIndexes,
                triggers: triggers)
        }
    }
}
