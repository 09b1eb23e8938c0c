/// What stands in a field of a form, and what is wrong with it.
struct FormField: Sendable {
    /// The value as it was typed.
    var value: String
    /// A sentence that says what to put right; empty if nothing is wrong.
    var fault: String

    init(_ value: String = "", fault: String? = nil) {
        self.value = value
        self.fault = fault ?? ""
    }
}
