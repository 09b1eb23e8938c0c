/// The page for an error, with links to continue.
struct ErrorPage: TemplatePage {
    static let template = "errors/show"
    static let titlesRefusal = false

    var layout: LayoutPage
    /// `404`.
    var status: String
    /// The heading: `There is nothing here`.
    var heading: String
    /// A sentence or two for a person.
    var message: String
    /// Details of the request, a line each: `At most 25 MB, this one has 31 MB`.
    var details: [String]
    var hasDetails: Bool
    var links: [PathLink]
    /// The submitted form, to be sent again; at most one.
    var sentForms: [SentForm] = []
    /// The request ID, as in the log; empty for none.
    var requestID: String
}
