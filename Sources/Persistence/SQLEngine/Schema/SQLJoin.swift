/// The join table of a many-to-many relationship, seen from one of its ends.
package struct SQLJoin: Sendable, Hashable {
    package let table: String
    /// The column that holds the key of this end's record.
    package let sourceColumn: String
    /// The column that holds the key of the destination.
    package let destinationColumn: String
    /// The column of the destination's place in this end's order; nil if it has none.
    package let orderColumn: String?
    /// The column of this end's place in the destination's order; nil if it has none.
    package let inverseOrderColumn: String?
    /// Whether the relationship is its own inverse, so that each pair stands there both ways.
    package var isSymmetric = false
}
