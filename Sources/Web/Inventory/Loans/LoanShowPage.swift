/// One loan: who has what, and the way to say that it is back.
struct LoanShowPage: TemplatePage {
    static let template = "inventory/loans/show"

    var layout: LayoutPage
    var record: RecordHead
    var item: String
    var itemPath: String
    var borrower: String
    /// `May 1, 2026`.
    var since: String
    /// `Due June 1, 2026`.
    var state: String
    var hasNotes: Bool
    var notes: String
    var isOut: Bool
    var returnPath: String
}
