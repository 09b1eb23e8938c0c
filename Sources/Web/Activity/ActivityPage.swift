import Domain

/// The page with the list of changes.
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
    /// Whether the program records who makes a change, and the address where the first person is
    /// added; empty on a server without accounts.
    var isKept: Bool
    var peoplePath: String
    var olderPath: String
    var newestPath: String
    var jsonPath: String
    var csvPath: String
    var summary: FaultSummary
}

extension ActivityPage {
    /// - Parameter list: nil for an address that cannot be read.
    init(
        _ site: Site, _ asked: ActivityRequest, _ list: ActivityList?, people: [String],
        _ sections: [Section]
    ) {
        let links = site.links
        // A person who was removed can still be selected.
        let names =
            people.contains(asked.person) || asked.person.isEmpty
            ? people : people + [asked.person]
        let older = list.flatMap(Self.older)
        self.init(
            layout: site.layout(
                title: "Activity", topic: .people, crumbs: [site.settingsCrumb]),
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
            day: asked.list.field("day"),
            isFiltered: asked.query.filtered("before", by: nil).isFiltered,
            entries: list?.entries ?? [],
            isKept: site.household.keepsActivity,
            peoplePath: site.configuration.hasNoAccounts ? "" : links(.people),
            olderPath: older.map { links($0) } ?? "",
            newestPath: asked.activities.endNumber != nil || asked.query.page > 1
                ? links(asked.path(before: nil)) : "",
            jsonPath: links(asked.jsonPath), csvPath: links(asked.csvPath),
            summary: FaultSummary(asked.faults.map(\.link)))
    }

    /// The address of the next, older saves.
    private static func older(_ list: ActivityList) -> SitePath? {
        if let last = list.last { return list.request.path(before: last) }
        let query = list.request.query
        guard let total = list.total, query.offset + query.perPage < total else { return nil }
        return query.at(page: query.page + 1).address(of: .activity)
    }
}
