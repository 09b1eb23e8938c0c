import HTTPTypes

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
