/// The choice of the customer that another one is merged into.
struct CustomerMergePage: TemplatePage {
    static let template = "sales/customers/merge"

    var layout: LayoutPage
    var name: String
    /// What merging does, in a sentence.
    var explanation: String
    var summary = FaultSummary()
    /// Where the search leads, by GET.
    var searchPath: String
    var searchText: String
    /// Those found; without a search those who seem to be the same.
    var candidates: [CustomerCandidate]
    /// What is said if there are none.
    var emptyText: String
    /// Where the choice leads, by GET: the question whether to do it.
    var mergePath: String
    var cancelPath: String
}

/// A customer who can be chosen.
struct CustomerCandidate: Sendable {
    var id: String
    var name: String
    /// Number and e-mail address, which tell namesakes apart.
    var details: String
    /// `3 sales`.
    var count: String
}
