import Domain
import Persistence

/// The items of a view of the list, with all that the page about them says.
struct ItemList {
    let request: ItemListRequest
    /// The items of the page.
    let items: [Item]
    /// The names of all types and locations.
    let names: ItemNames
    /// How many there are; nil while they are being counted.
    let counts: ItemListCounts?
    /// How many items the view selects, those that were sold among them; while they are being counted, how many
    /// there are at least.
    let total: Int

    /// Reads a page of the list.
    ///
    /// - Parameter isCounting: whether it comes without its counts. Default: false.
    init(
        _ request: ItemListRequest, _ household: Household, isCounting: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        let figures = household.figures
        let request = try request.resolved(in: figures, context)
        self.request = request
        let found = household.itemIndex.found(request.items, in: context)
        // What is not in memory is looked through once, for the facets and for the page.
        let belongings = BelongingSearch(context)
        names = try ItemNames(figures, in: context)
        let (offset, count) = (request.query.offset, request.query.perPage)
        guard isCounting else {
            let counts = try ItemListCounts(
                request.items, found, belongings, figures, in: context)
            self.counts = counts
            total = counts.total
            // Beyond the end there is nothing to look for.
            items =
                try offset < counts.total
                ? Self.items(request, found, belongings, household, count, in: context) : []
            return
        }
        counts = nil
        // One more tells whether another page follows.
        let known = try Self.items(request, found, belongings, household, count + 1, in: context)
        items = Array(known.prefix(count))
        total = offset + known.count
    }

    /// Reads what programs are told of the items beside their rows, of all of them at once.
    ///
    /// - Throws: errors of the store.
    func readWhole(in context: ManagedObjectContext) throws {
        let _: [Item] = try context.objects(
            with: items.map(\.objectID),
            prefetching: ["container", "tags"] + ItemExtras.prefetching)
    }

    /// Reads the items of the page: by their numbers where these are known, so that nothing has to be
    /// searched, sorted or passed over.
    private static func items(
        _ request: ItemListRequest, _ found: ItemIndex.Found?, _ belongings: BelongingSearch,
        _ household: Household, _ count: Int, in context: ManagedObjectContext
    ) throws -> [Item] {
        let offset = request.query.offset
        let numbers = try household.itemPages.numbers(
            of: request.items, found, offset: offset, in: context, belongings)
        if let numbers {
            let coordinator = context.coordinator
            return try context.objects(
                with: numbers.dropFirst(offset).prefix(count).map {
                    try coordinator.objectID(entityName: "Item", recordNumber: $0)
                })
        }
        var fetch = try request.items.fetchRequest(in: context, belongings)
        fetch.fetchOffset = offset
        fetch.fetchLimit = count
        return try context.fetch(fetch)
    }

    /// Whether the page begins with the first item of the view.
    var isStart: Bool { request.query.page == 1 }

    /// Whether the page ends with the last item of the view.
    var isEnd: Bool { request.query.offset + items.count >= total }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        var paging = Paging(request.query, total: total) { links($0.address(of: .items)) }
        if counts == nil {
            let offset = request.query.offset
            paging.text = "\(offset + 1, grouped: true) to \(offset + items.count, grouped: true)"
        }
        return paging
    }

    /// The page for programs, once it is read whole.
    func json(_ links: SiteLinks) -> JSONValue {
        ListDocument.json(
            items.map { ItemValues($0, names, isWhole: true).json(links, ItemExtras($0)) },
            request.query,
            total: total,
            totals: sums)
    }

    /// What the items that the view selects are worth together.
    private var sums: [(name: String, value: JSONValue)] {
        let value = counts.map { JSONValue.int(Int($0.totals.valueInDollars)) }
        return [("valueInDollars", value ?? .null)]
    }

    /// The sums and counts that a window is told of; nothing while they are being counted.
    var liveTotals: [(name: String, value: JSONValue)] {
        guard counts != nil else { return [("total", .null), ("totals", .null)] }
        return [("total", .int(total)), ("totals", .object(sums))]
    }
}
