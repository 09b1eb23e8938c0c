/// The search for the customer of a new sale.
struct BuyerPage: TemplatePage {
    static let template = "sales/buyer"

    var layout: LayoutPage
    /// Where the search leads, by GET.
    var path: String
    var search: String
    /// Lines that the sale begins with, which the search passes on.
    var kept: [HiddenField] = []
    /// Whether work starts with looking for the customer.
    var hasSearchFocus = true
    /// Those found; without a search those with the latest sales.
    var buyers: [BuyerRow]
    /// `Latest customers`, `3 customers have “555”`.
    var heading: String
    var newCustomerPath: String
    /// A sale to nobody in particular.
    var walkInPath = ""
    /// Sales that wait.
    var parkedPath = ""
    /// `2 parked sales`.
    var parked = ""
}

extension BuyerPage {
    /// Hands lines that the sale begins with to whatever comes next.
    mutating func pass(_ lines: [(name: String, value: String)]) {
        guard !lines.isEmpty else { return }
        let query = "?" + QueryText.encode(lines)
        kept = lines.map(HiddenField.init)
        walkInPath += query
        for index in buyers.indices { buyers[index].path += query }
    }
}

/// A customer who can be chosen.
struct BuyerRow: Sendable {
    var id: String
    var name: String
    /// Number and e-mail address, which tell namesakes apart.
    var details: String
    /// What choosing leads to.
    var path: String
    var isChosen = false
    /// Whether it is the only one that a search found, where work goes on.
    var hasFocus = false
}
