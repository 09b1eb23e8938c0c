/// The page on which a file is chosen for an import, with the imports that were done lately.
struct ImportNewPage: TemplatePage {
    static let template = "sales/import/new"

    var layout: LayoutPage
    /// What can be imported, in a sentence.
    var words: String
    /// Where the form is posted.
    var path: String
    var summary = FaultSummary()
    var file = FormField()
    /// Where columns go, a line each.
    var map = FormField()
    var kinds: [SelectOption]
    /// What its characters can be written in.
    var encodings: [SelectOption]
    /// What a file of each kind holds.
    var hints: [ImportHint]
    /// The same as a command.
    var command: String
    /// `At most 20 MB and 50,000 rows.`
    var limits: String
    var imports: [ImportLink]
    /// Where customers come from address cards; empty where no customers come.
    var cardsPath = ""
    /// A table that goes out, and does not come in.
    var closedDaysPath = ""
}
