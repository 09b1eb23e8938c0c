/// One fault of a form, linked to its field.
struct FaultLink: Sendable {
    /// The `id` of the field, which is the name of its attribute.
    var field: String
    /// `Value: “12,5x” is not an amount`.
    var text: String
    /// Whether there is such a field on the page.
    var hasField = true
}
