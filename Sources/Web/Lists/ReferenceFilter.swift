/// A filter for a to-one relationship.
enum ReferenceFilter: Sendable, Equatable {
    /// Records that refer to the one with this number.
    case id(Int)
    /// Records that refer to none.
    case none
}
