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
    /// Whether the relationship is its own inverse, so that each pair stands there both ways.
    var isSymmetric = false
}
