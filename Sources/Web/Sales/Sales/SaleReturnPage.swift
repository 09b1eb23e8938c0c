import Domain

/// The form of what comes back from a sale.
struct SaleReturnPage: TemplatePage {
    static let template = "sales/return"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$30.00 without what came back`; empty if nothing did.
    var net = ""
    /// Where the form is posted.
    var path: String
    /// Tells one form from the next.
    var mark = ""
    var cancelPath: String
    var summary = FaultSummary()
    var date = FormField()
    var lines: [SaleReturnField]
    /// How a script writes amounts.
    var amounts = AmountSamples(.dollar)
    /// How the money goes back.
    var hasPayments = false
    var payments: [PaymentField] = []
    /// What is wrong with the lines as a whole.
    var linesFault = FormField()
}

/// A line of a sale of which some can come back.
struct SaleReturnField: Sendable {
    /// `lines[0]`, with which the names of its fields begin.
    var name: String
    var productID: String
    /// The record number of the line.
    var lineID = ""
    var product: String
    /// The price that was paid, as a field holds it.
    var unitPrice: String
    /// `3 at $12.50`.
    var details: String
    /// What was typed.
    var quantity = FormField()
    /// How many can come back.
    var most: String
    /// What a script adds up from: `ReturnableLine.figures`; empty where they are too much.
    var figures = ""
    /// Whether all came back already.
    var isGone = false
}
