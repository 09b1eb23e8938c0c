/// The form that narrows a list to the days from one to another.
struct SalePeriodForm: Sendable {
    /// Where the form leads, by GET.
    var path = ""
    /// Search, sort and the other filters, which the form passes on.
    var keeps: [HiddenField] = []
    var from = FormField()
    var to = FormField()
}

extension SalePeriodForm {
    /// The form as an address fills it.
    init(_ request: ListRequest, of list: SitePath, _ links: SiteLinks) {
        path = links(list)
        keeps = request.query.at(page: 1).parameters.filter { !["from", "to"].contains($0.name) }
            .map(HiddenField.init)
        from = request.field("from")
        to = request.field("to")
    }
}
