import HTTPTypes

extension ErrorPage {
    /// The page for an error; the request ID is named where the log knows more than the page says.
    init(_ error: SiteError, site: Site, context: SiteContext) {
        let isOurFault = error.status.kind == .serverError
        self.init(
            layout: site.layout(title: error.title),
            status: String(error.status.code),
            heading: error.title,
            message: error.faults.count > 1 ? "" : error.detail,
            details: error.faults.count > 1 ? error.faults.map(\.text) : [],
            hasDetails: error.faults.count > 1,
            links: site.sections.shown.map { PathLink(label: $0.label, path: site.links($0.root)) },
            requestID: isOurFault ? context.requestID : "",
            hasRequestID: isOurFault)
    }
}
