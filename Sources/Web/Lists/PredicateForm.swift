/// The form that narrows a list by a predicate, and says how many rows a page has.
struct PredicateForm: Sendable {
    /// Where the form leads, by GET.
    var path: String
    /// Search, sort and the other filters, which the form passes on.
    var keeps: [HiddenField] = []
    /// How many records a page holds: 25, 50, 100, 200.
    var perPage: [SelectOption] = []
    /// Whether the form is shown unfolded, because it is in use or at fault.
    var isOpen = false
    /// The predicate as it was typed.
    var predicate = ""
    /// A predicate that has sense in this list.
    var example: String
    /// How predicates are written.
    var helpPath: String
    var fault = PredicateFault()
    /// All that is wrong with the address.
    var summary = FaultSummary()
}

extension PredicateForm {
    /// The form as an address fills it.
    init(_ request: ListRequest, of list: SitePath, example: String, _ links: SiteLinks) {
        let query = request.query
        self.init(
            path: links(list), example: example, helpPath: links(GuideTopic.predicates.path))
        keeps = query.at(page: 1).parameters.filter { !["predicate", "perPage"].contains($0.name) }
            .map(HiddenField.init)
        perPage = [25, 50, 100, 200].map { count in
            SelectOption(
                value: count == ListQuery.defaultPerPage ? "" : String(count),
                label: String(count), isSelected: count == query.perPage)
        }
        predicate = query.predicate ?? ""
        fault = request.predicateFault
        summary = FaultSummary(request.faults.map(\.link))
        isOpen =
            query.predicate != nil || query.perPage != ListQuery.defaultPerPage
            || !summary.faults.isEmpty
    }
}
