/// A filter that one click turns on or off.
struct FilterChip: Sendable {
    var label: String
    /// How many records it selects, formatted: `1,284`; empty if that is not known.
    var count = ""
    /// The list with this filter; of a chip that is on, the list without it.
    var path: String
    var isCurrent = false
}
