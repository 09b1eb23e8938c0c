import Domain

/// Who changed what.
struct ActivityPage: TemplatePage {
    static let template = "activity/index"

    var layout: LayoutPage
    var path: String
    var people: [SelectOption]
    var hasPeople: Bool
    var sections: [SelectOption]
    var day: FormField
    var isFiltered: Bool
    var entries: [ActivityEntry]
    var hasEntries: Bool
    /// Whether it is kept who changes what, and where the first person is added.
    var isKept: Bool
    var peoplePath: String
    var olderPath: String
    var hasOlder: Bool
    var newestPath: String
    var hasNewest: Bool
    var jsonPath: String
    var summary: FaultSummary
}

extension ActivityPage {
    init(
        _ site: Site, _ asked: ActivityRequest, _ list: ActivityList?, people: [String],
        _ sections: [Section], _ refusal: FormRefusal?
    ) {
        let links = site.links
        // Somebody who was removed can still be asked for.
        let names =
            people.contains(asked.person) || asked.person.isEmpty
            ? people : people + [asked.person]
        let last = list?.last
        let isFiltered = !asked.person.isEmpty || asked.section != nil || !asked.day.isEmpty
        self.init(
            layout: site.layout(title: "Who changed what", topic: .people),
            path: links(.activity),
            people: [SelectOption(value: "", label: "Everybody", isSelected: asked.person.isEmpty)]
                + names.map {
                    SelectOption(value: $0, label: $0, isSelected: $0 == asked.person)
                },
            hasPeople: !names.isEmpty,
            sections: [
                SelectOption(value: "", label: "Everything", isSelected: asked.section == nil)
            ]
                + sections.map {
                    SelectOption(
                        value: $0.rawValue, label: $0.label, isSelected: $0 == asked.section)
                },
            day: FormField(asked.day, fault: refusal?.message(for: "day")),
            isFiltered: isFiltered, entries: list?.entries ?? [],
            hasEntries: list.map { !$0.entries.isEmpty } ?? false,
            isKept: site.household.keepsActivity, peoplePath: links(.people),
            olderPath: last.map { links(asked.path(before: $0)) } ?? "", hasOlder: last != nil,
            newestPath: links(asked.path()), hasNewest: asked.query.endNumber != nil,
            jsonPath: links(asked.path(before: asked.query.endNumber, json: true)),
            summary: refusal?.summary ?? FaultSummary())
    }
}
