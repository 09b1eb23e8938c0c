/// One of several views of which one is always shown.
struct ChoiceLink: Sendable {
    var label: String
    var path: String
    var isCurrent: Bool
}
