/// What an import would do, row by row, with the question whether to do it.
struct ImportPlanPage: TemplatePage {
    static let template = "sales/import/show"

    var layout: LayoutPage
    /// `customers.csv`.
    var name: String
    /// `3 new, 1 changed, 12 unchanged`.
    var counts: String
    /// How the file was read, a sentence each.
    var facts: [String]
    /// Whether it can be done.
    var isApplicable: Bool
    /// Whether rows are refused.
    var hasRefusals: Bool
    /// `2 rows are refused, so nothing can be imported.`
    var refusalText: String
    /// What is worth a look before it is done, a sentence each.
    var warnings: [String] = []
    /// Whether every row says what is there already.
    var isNothingToDo: Bool
    /// Whether records changed since the person looked at it.
    var isStale = false
    /// Where the form is posted.
    var confirmPath: String
    /// What is agreed to.
    var digest: String
    /// `Import 4 rows`.
    var confirmLabel: String
    /// Where another file is chosen.
    var newPath: String
    /// Where the columns go, to be said otherwise; none for a file that is not kept.
    var mapping: [ImportMappingForm] = []
    /// The refused rows first, then the others, as many as a page shows.
    var rows: [ImportRowView]
    /// `200 of 5,000 rows are shown.`
    var restText: String
}
