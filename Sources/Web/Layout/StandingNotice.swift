/// What a page says until a person has decided about it.
struct StandingNotice: Sendable {
    var text: String
    var actions: [Action]

    /// A button that posts nothing but itself.
    struct Action: Sendable {
        var label: String
        var path: String
    }
}
