import Domain
import Persistence

/// One location with its contents.
struct LocationShowPage: TemplatePage {
    static let template = "inventory/locations/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `12 items, worth $8,310`.
    var summary: String
    var notes: String

    /// Whether it contains locations.
    var hasLocations: Bool
    var locations: ListTable
    /// The first of its items.
    var items: ListTable
    /// Whether there are more items, at any depth.
    var hasMoreItems: Bool
    var itemsPath: String
    /// `Show all 120 items`.
    var moreItems: String
    var isBlank: Bool

    /// The labels of the location and of its items.
    var labelPath: String
    var itemLabelsPath: String
    var newItemPath: String
    var newLocationPath: String
}

extension Locations {
    /// The number of items shown.
    private static let shownItems = 50

    func show(
        _ record: Location, notices: [Notice], in context: ManagedObjectContext
    ) throws -> LocationShowPage {
        let location = try values(record, in: context)
        let number = location.recordNumber
        let inner: [Location] = try context.objects(
            with: tree(in: context).children(of: number).map {
                try context.coordinator.objectID(
                    entityName: "Location", recordNumber: $0.number)
            })
        var layout = layout(location.title, notices: notices)
        layout.crumbs = crumbs(above: location)
        let count = location.whole.count
        return LocationShowPage(
            layout: layout, record: head(of: location), summary: summary(location),
            notes: record.notes ?? "", hasLocations: !inner.isEmpty,
            locations: try table(inner, "Locations in \(location.title)", in: context),
            items: try items(number, in: context),
            hasMoreItems: count > min(location.own.count, Self.shownItems),
            itemsPath: links(itemsPath(number)), moreItems: "Show all \(ItemCount.text(count))",
            isBlank: inner.isEmpty && location.own.count == 0,
            labelPath: links(SitePath.labels.query([("at", String(number))])),
            itemLabelsPath: links(SitePath.labels.query([("location", String(number))])),
            newItemPath: links(SitePath.newItem.query([("location", String(number))])),
            newLocationPath: links(paths.new.query([("parent", String(number))])))
    }

    /// `12 items, worth $8,310, 4 of them here and the others in 3 locations`.
    private func summary(_ location: LocationValues) -> String {
        let text =
            "\(ItemCount.text(location.whole.count)), \(site.worthClause(location.whole))"
        let others = location.whole.count - location.own.count
        guard others > 0 else { return text }
        let inner = words.count(location.innerCount)
        return location.own.count == 0
            ? "\(text), in \(inner) in it"
            : "\(text), \(others, grouped: true) of them in \(inner) in it"
    }

    private func items(_ number: Int64, in context: ManagedObjectContext) throws -> ListTable {
        var query = ItemQuery()
        query.location = .oneOf([number])
        query.sold = false
        var request = try query.fetchRequest(in: context)
        request.fetchLimit = Self.shownItems
        return try Items(inventory: inventory).table(context.fetch(request), in: context)
    }
}
