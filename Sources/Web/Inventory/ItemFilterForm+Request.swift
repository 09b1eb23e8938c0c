extension ItemFilterForm {
    /// The form as an address fills it.
    init(_ request: ItemListRequest, _ links: SiteLinks) {
        let query = request.query
        let own = ["minValue", "maxValue", "predicate", "perPage"]
        path = links(.items)
        helpPath = links(GuideTopic.predicates.path)
        keeps = query.at(page: 1).parameters.filter { !own.contains($0.name) }
            .map(HiddenField.init)
        minValue = FormField(query.filter("minValue") ?? "")
        maxValue = FormField(query.filter("maxValue") ?? "")
        perPage = [25, 50, 100, 200].map { count in
            SelectOption(
                value: count == ListQuery.defaultPerPage ? "" : String(count),
                label: String(count), isSelected: count == query.perPage)
        }
        predicate = query.predicate ?? ""
        isPredicateOpen = query.predicate != nil
        isOpen =
            isPredicateOpen || query.filter("minValue") != nil || query.filter("maxValue") != nil
            || query.perPage != ListQuery.defaultPerPage
    }

    /// Shows what is wrong with an address.
    mutating func refuse(_ request: ItemListRequest) {
        isOpen = true
        minValue = Self.field("minValue", request)
        maxValue = Self.field("maxValue", request)
        predicateFault = request.predicateFault
        isPredicateOpen = isPredicateOpen || predicateFault.hasFault
        summary = FaultSummary(request.faults.map(\.link))
    }

    private static func field(_ name: String, _ request: ItemListRequest) -> FormField {
        let fault = request.faults.first { $0.field == name }
        return FormField(
            request.typed[name] ?? "", fault: fault.map { FormText.sentence($0.message) })
    }
}

extension HiddenField {
    /// A parameter of an address, as a field that a form passes on.
    init(_ parameter: (name: String, value: String)) {
        self.init(name: parameter.name, value: parameter.value)
    }
}
