/// What is shown instead of a page: what went wrong, and where to go from here.
struct ErrorPage: TemplatePage {
    static let template = "errors/show"
    static let titlesRefusal = false

    var layout: LayoutPage
    /// `404`.
    var status: String
    /// `There is nothing here`.
    var heading: String
    /// A sentence or two, for a person.
    var message: String
    /// More about the request, one line each: `At most 25 MB, this one has 31 MB`.
    var details: [String]
    var hasDetails: Bool
    /// Links that lead on.
    var links: [PathLink]
    /// What was sent, to be sent again; at most one.
    var sentForms: [SentForm] = []
    /// The number that the log has too; empty if there is none.
    var requestID: String
}
