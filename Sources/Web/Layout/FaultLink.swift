/// One fault of a form, linked to its field.
struct FaultLink: Sendable {
    /// The `id` of the field, which is the name of its attribute; empty if the page has no such field.
    var field: String
    /// `Value: “12,5x” is not an amount`.
    var text: String
}
