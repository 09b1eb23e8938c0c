import Domain
import Persistence

/// The names that stand beside items, read once for all of them.
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
    init(_ figures: InventoryFigures, in context: ManagedObjectContext) throws {
        self.init(
            try figures.assetTypeLabels(in: context), try figures.locations(in: context),
            try figures.tags(in: context))
    }

    /// What the records are called that the filters of a list of items name by their numbers, by filter.
    func names(in query: ListQuery) -> [String: String] {
        var names: [String: String] = [:]
        names["assetType"] = query.number("assetType").flatMap { types[Int64($0)]?.text }
        names["location"] = query.number("location").flatMap { locations[Int64($0)]?.name }
        names["tag"] = query.number("tag").flatMap { number in
            tags.first { $0.number == Int64(number) }?.name
        }
        return names
    }
}
