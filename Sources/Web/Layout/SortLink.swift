/// A way to sort a list.
struct SortLink: Sendable {
    var label: String
    /// The list sorted this way; of the current way, sorted the other way round.
    var path: String
    var isAscending = false
    var isDescending = false
    /// Whether the list is sorted this way, in either direction.
    var isCurrent = false
}
