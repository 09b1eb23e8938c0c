import Domain

/// The form that filters the list of items by location, value and predicate.
struct ItemFilterForm: Sendable {
    /// The action of the form, which uses GET.
    var path = ""
    /// Search, sort and the other filters, as hidden fields.
    var keeps: [HiddenField] = []
    var minValue = FormField()
    var maxValue = FormField()
    var locations: [SelectOption] = []
    var tags: [SelectOption] = []
    var warranties: [SelectOption] = []
    var receipts: [SelectOption] = []
    var serials: [SelectOption] = []
    var from = FormField()
    var to = FormField()
    var seenSince = FormField()
    var notSeenSince = FormField()
    /// The page sizes: 25, 50, 100, 200.
    var perPage: [SelectOption] = []
    /// Whether the form is expanded, because it is in use or has a fault.
    var isOpen = false
    /// The predicate as typed.
    var predicate = ""
    var isPredicateOpen = false
    /// The page of the guide about predicates.
    var helpPath = ""
    var predicateFault = PredicateFault()
    var summary = FaultSummary()
}

extension ItemFilterForm {
    /// The form filled from an address.
    init(_ request: ItemListRequest, _ links: SiteLinks) {
        let query = request.query
        let own = Self.own + ["predicate", "perPage"]
        path = links(.items)
        helpPath = links(GuideTopic.predicates.path)
        keeps = query.at(page: 1).parameters.filter { !own.contains($0.name) }
            .map(HiddenField.init)
        from = FormField(query.filter("from") ?? "")
        to = FormField(query.filter("to") ?? "")
        seenSince = FormField(query.filter("seenSince") ?? "")
        notSeenSince = FormField(query.filter("notSeenSince") ?? "")
        warranties = Self.options(
            query, "warranty",
            [
                ("valid", "Valid"), ("soon", "Runs out within \(ItemQuery.soonDays) days"),
                ("ended", "Ended"), ("none", "None known"),
            ])
        receipts = Self.options(query, "hasReceipt", [("yes", "With"), ("no", "Without")])
        serials = Self.options(query, "hasSerial", [("yes", "With"), ("no", "Without")])
        minValue = FormField(Region.current.fieldText(plain: query.filter("minValue") ?? ""))
        maxValue = FormField(Region.current.fieldText(plain: query.filter("maxValue") ?? ""))
        perPage = [25, 50, 100, 200].map { count in
            SelectOption(
                value: count == ListQuery.defaultPerPage ? "" : String(count),
                label: String(count), isSelected: count == query.perPage)
        }
        predicate = query.predicate ?? ""
        isPredicateOpen = query.predicate != nil
        isOpen =
            isPredicateOpen || Self.own.contains { query.filter($0) != nil }
            || query.perPage != ListQuery.defaultPerPage
    }

    /// Fills the selections with the existing records.
    mutating func fill(_ names: ItemNames, _ query: ListQuery) {
        func options(_ filter: String, _ options: [SelectOption], none: String) -> [SelectOption] {
            let isNone = query.filter(filter) == "none"
            var options = options
            if isNone { options[0].isSelected = false }
            return options + [SelectOption(value: "none", label: none, isSelected: isNone)]
        }
        let location = query.filter("location") ?? ""
        locations = options(
            "location", names.locationOptions(selected: location, none: "Anywhere"),
            none: "Without a location")
        tags = options(
            "tag", names.tagOptions(selected: query.filter("tag") ?? "", none: "Any"),
            none: "Without a tag")
    }

    /// The filters with a field in the form.
    private static let own = [
        "location", "tag", "warranty", "hasReceipt", "hasSerial", "from", "to",
        "seenSince", "notSeenSince", "minValue", "maxValue",
    ]

    private static func options(
        _ query: ListQuery, _ filter: String, _ choices: [(value: String, label: String)]
    ) -> [SelectOption] {
        let chosen = query.filter(filter)
        return [SelectOption(value: "", label: "Any", isSelected: chosen == nil)]
            + choices.map {
                SelectOption(value: $0.value, label: $0.label, isSelected: $0.value == chosen)
            }
    }

    /// Shows the faults of an address.
    mutating func refuse(_ list: ListRequest) {
        isOpen = true
        minValue = list.field("minValue")
        maxValue = list.field("maxValue")
        from = list.field("from")
        to = list.field("to")
        seenSince = list.field("seenSince")
        notSeenSince = list.field("notSeenSince")
        predicateFault = list.predicateFault
        isPredicateOpen = isPredicateOpen || !predicateFault.message.isEmpty
        summary = FaultSummary(list.faults.map(\.link))
    }
}

extension HiddenField {
    /// A parameter of an address as a hidden field.
    init(_ parameter: (name: String, value: String)) {
        self.init(name: parameter.name, value: parameter.value)
    }
}
