/// A number with what it counts, linked to the list behind it.
struct Figure: Sendable {
    var value: String
    var label: String
    var path: String
}
