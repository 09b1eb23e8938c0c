/// What an import did, with the way back.
struct ImportDonePage: TemplatePage {
    static let template = "sales/import/done"

    var layout: LayoutPage
    /// `customers.csv was imported`.
    var heading: String
    /// `Nov 21, 2026`.
    var day: String
    /// What was done, a sentence each.
    var facts: [String]
    /// Whether it can be taken back.
    var canUndo: Bool
    /// Where that is posted.
    var undoPath: String
    /// Why it was not taken back.
    var obstacles: [String] = []
    var newPath: String
    /// The lists in which to see it.
    var links: [PathLink]
}
