/// The form that filters a list by days.
struct PeriodForm: Sendable {
    /// The action of the form, which uses GET.
    var path = ""
    /// Search, sort and the other filters, as hidden fields.
    var keeps: [HiddenField] = []
    var from = FormField()
    var to = FormField()
}

extension PeriodForm {
    /// The form filled from an address.
    init(_ request: ListRequest, of list: SitePath, _ links: SiteLinks) {
        path = links(list)
        keeps = request.query.at(page: 1).parameters.filter { !["from", "to"].contains($0.name) }
            .map(HiddenField.init)
        from = request.field("from")
        to = request.field("to")
    }
}
