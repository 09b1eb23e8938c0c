/// Something that may be done instead of a deletion.
struct DeletionWay: Sendable {
    var label: String
    var path: String
    /// Whether it is done at once, by a form; a link otherwise.
    var isPosted = false
}
