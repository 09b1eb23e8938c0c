/// Where the properties of a model's entities are in a database of Core Data's layout.
struct SQLSchema: Sendable {
    let layout: ModelLayout
    /// The entities; the one with number n stands at n − 1.
    let entities: [SQLEntity]

    subscript(entity: EntityLayout) -> SQLEntity { entities[entity.number - 1] }
}

/// Where the properties of one entity are.
struct SQLEntity: Sendable {
    /// The table of the root entity: `ZITEM`.
    let table: String
    /// The columns by value number: of an attribute, of a to-one relationship, and, behind the
    /// slots, of the place in an ordered relationship. Nil for what has no column.
    let columns: [String?]
    /// By slot number, the column that holds the entity number of a to-one relationship's
    /// destination (`Z1_BOOK`), where the destination has subentities.
    let entityColumns: [Int: String]
    /// By slot number, the join tables of the many-to-many relationships.
    let joins: [Int: SQLJoin]
}

/// The join table of a many-to-many relationship, seen from one of its ends.
struct SQLJoin: Sendable, Hashable {
    let table: String
    /// The column that holds the key of this end's record.
    let sourceColumn: String
    /// The column that holds the key of the destination.
    let destinationColumn: String
    /// The column of the destination's place in this end's order; nil if it has none.
    let orderColumn: String?
    /// The column of this end's place in the destination's order; nil if it has none.
    let inverseOrderColumn: String?
}
