/// Something that may be done with a record: beside editing it, or instead of deleting it.
struct RecordWay: Sendable {
    var label: String
    var path: String
    /// Whether it is done at once, by a form; a link otherwise.
    var isPosted = false
}
