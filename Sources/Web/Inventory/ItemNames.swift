import Domain
import Persistence

/// The names of types, locations and tags, read once for all items.
struct ItemNames: Sendable {
    /// The types, sorted.
    let labels: [AssetTypeLabel]
    /// The types by number.
    let types: [Int64: AssetTypeLabel]
    let locations: LocationTree
    /// The tags by name.
    let tags: [TagLabel]

    init(_ labels: [AssetTypeLabel], _ locations: LocationTree, _ tags: [TagLabel]) {
        self.tags = tags
        self.labels = labels
        types = Dictionary(labels.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        self.locations = locations
    }

    /// - Throws: errors of the store.
    init(_ figures: InventoryCache, in context: ManagedObjectContext) throws {
        self.init(
            try figures.assetTypeLabels(in: context), try figures.locations(in: context),
            try figures.tags(in: context))
    }

    /// The names of the records that filters select by number, by filter.
    func names(in query: ListQuery) -> [String: String] {
        var names: [String: String] = [:]
        for name in Self.filters.map(\.name) {
            names[name] = query.number(name).map { self.name(Int64($0), of: name) ?? "deleted" }
        }
        return names
    }

    /// The filters for deleted records: the name of each filter, and its record in words.
    func goneFilters(in query: ListQuery) -> [(name: String, record: String)] {
        Self.filters.filter { filter in
            query.number(filter.name).map { name(Int64($0), of: filter.name) == nil } ?? false
        }
    }

    /// The filters that name a record by its number.
    private static let filters = [
        (name: "assetType", record: "type"), (name: "location", record: "location"),
        (name: "tag", record: "tag"),
    ]

    private func name(_ number: Int64, of filter: String) -> String? {
        switch filter {
        case "assetType": types[number]?.text
        case "location": locations[number]?.name
        default: tags.first { $0.number == number }?.name
        }
    }
}

extension ItemNames {
    /// The options for the type, with no type first.
    func typeOptions(selected: String) -> [SelectOption] {
        Self.options(
            "No type", labels.map { FieldChoice(value: String($0.number), label: $0.text) },
            selected: selected)
    }

    /// The options for the location with their paths, with no location first.
    func locationOptions(
        selected: String, none: String = "No location"
    ) -> [SelectOption] {
        Self.options(none, locations.choices, selected: selected)
    }

    /// The options for the location, with a new one as the last.
    func locationOptionsWithNew(selected: String) -> [SelectOption] {
        let isNew = selected == ChosenLocation.newValue
        var options = locationOptions(selected: selected)
        if isNew { options[0].isSelected = false }
        return options + [.newLocation(isSelected: isNew)]
    }

    /// The options for the tag.
    func tagOptions(selected: String, none: String) -> [SelectOption] {
        Self.options(
            none, tags.map { FieldChoice(value: String($0.number), label: $0.name) },
            selected: selected)
    }

    private static func options(
        _ none: String, _ choices: [FieldChoice], selected: String
    ) -> [SelectOption] {
        let options = choices.map {
            SelectOption(value: $0.value, label: $0.label, isSelected: $0.value == selected)
        }
        let isChosen = options.contains(where: \.isSelected)
        return [SelectOption(value: "", label: none, isSelected: !isChosen)] + options
    }
}
