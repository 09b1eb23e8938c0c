import HTTPTypes

extension ErrorPage {
    /// The page for an error; the request ID is named where the log knows more than the page says.
    ///
    /// - Parameters:
    ///   - layout: what surrounds the page.
    ///   - links: where to go from here.
    ///   - form: what was sent, to be kept on the page; nil for nothing.
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
