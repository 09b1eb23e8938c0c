import HTTPTypes

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

extension ErrorPage {
    /// The page for an error; it shows the request ID if the log has more than the page.
    ///
    /// - Parameters:
    ///   - layout: the page's layout.
    ///   - links: the links on the page.
    ///   - form: the submitted form, to be sent again; nil for none.
    init(
        _ error: SiteError, layout: LayoutPage, links: [PathLink], form: SentForm?,
        context: SiteContext
    ) {
        let isOurFault = error.status.kind == .serverError
        self.init(
            layout: layout,
            status: String(error.status.code),
            heading: error.title,
            message: error.faults.count > 1 ? "" : error.detail,
            details: error.faults.count > 1 ? error.faults.map(\.text) : [],
            hasDetails: error.faults.count > 1,
            links: links,
            sentForms: form.map { [$0] } ?? [],
            requestID: isOurFault ? context.requestID : "")
    }
}
