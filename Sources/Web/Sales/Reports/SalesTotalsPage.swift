/// Totals by month, product, customer and so on, as a chart and as a table.
struct SalesTotalsPage: TemplatePage {
    static let template = "sales/totals"

    var layout: LayoutPage
    /// `Sales by month`.
    var heading: String
    /// `58 sales and 2 returns, $1,326.10`.
    var summary: String
    /// By what totals can be made.
    var groupings: [ChoiceLink]
    var days: SalePeriodForm
    var filter: PredicateForm
    var csvPath = ""
    var jsonPath = ""
    var isRefused = false
    var isNothingFound = false
    var clearPath = ""

    var chart: SalesChart
    /// `Month`, `Product`, `Customer`.
    var nameSort: SortLink
    var countSort: SortLink
    var quantitySort: SortLink
    var totalSort: SortLink
    var rows: [SalesTotalsRow] = []
    var totalCount = ""
    var totalCountText = ""
    var totalQuantity = ""
    var totalAmount = ""
    // Columns that are there if they have something to say.
    var hasTax = false
    var hasCost = false
    var hasBefore = false
    var totalNet = ""
    var totalTax = ""
    var totalCost = ""
    var totalMargin = ""
    /// Whether the cost of some of what was sold is unknown, where that of others is known.
    var hasUnknownCost = false
    var totalUnknownCost = ""
    /// What the margin of all leaves out, a sentence.
    var unknownCostText = ""
    var totalBefore = ""
    var paging = Paging(ListQuery(), total: 0) { _ in "" }
}

/// The totals of a month, product, customer and so on in the table.
struct SalesTotalsRow: Sendable {
    static let template = "sales/_total"

    var name: String
    var path: String
    var isNobody = false
    /// `14`, `14, 2 returns`.
    var count: String
    /// `14 sales and 2 returns`, where there is no column for it.
    var countText: String
    var quantity: String
    var total: String
    /// Whether the table has these columns, which can be empty.
    var hasCost = false
    var hasBefore = false
    var net = ""
    var tax = ""
    /// What it cost the shop, as far as that is known; `–` if it is known of nothing.
    var cost = ""
    /// What the shop earned, of what is known to have cost something; `–` for nothing.
    var margin = ""
    /// Of how many pieces, for which sum, the cost is unknown: `2 for $9.00`; `none`.
    var unknownCost = ""
    /// The total of the days before.
    var before = ""
}

extension SalesTotalsRow: FramedFragment {
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&name)
        visit(&path)
        visit(&count)
        visit(&countText)
        visit(&quantity)
        visit(&total)
        visit(&net)
        visit(&tax)
        visit(&cost)
        visit(&margin)
        visit(&unknownCost)
        visit(&before)
    }
}
