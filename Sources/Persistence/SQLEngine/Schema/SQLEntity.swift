/// Where the properties of one entity are.
package struct SQLEntity: Sendable {
    /// The number that the store has for the entity.
    package let number: Int
    /// The table of the root entity: `ZITEM`.
    package let table: String
    /// The columns by value number: of an attribute, of a to-one relationship, and, behind the
    /// slots, of the place in an ordered relationship. Nil for what has no column.
    package let columns: [String?]
    /// By slot number, the column that holds the entity number of a to-one relationship's
    /// destination (`Z1_BOOK`), where the destination has subentities.
    package let entityColumns: [Int: String]
    /// By slot number, the join tables of the many-to-many relationships.
    package let joins: [Int: SQLJoin]
}
