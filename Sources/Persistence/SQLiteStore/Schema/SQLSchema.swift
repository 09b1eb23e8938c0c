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
