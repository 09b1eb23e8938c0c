import Domain
import Persistence

extension ItemIndexPage {
    /// The page of a list.
    init(_ list: ItemList, _ inventory: Inventory, in context: ManagedObjectContext) throws {
        self.init(list.request, inventory, total: list.total)
        let query = list.request.query
        summary = Self.summary(list, inventory.site)
        isEmpty = list.total == 0 && !query.isFiltered
        isNothingFound = list.items.isEmpty && !isEmpty
        nothingFoundText = query.nothingFoundText(
            total: list.total, one: "item", many: many,
            searched: "anything that is written about it")
        rowsHTML = try inventory.rowsHTML(list.items, list.names)
        totalLabel = "Total of \(ItemCount.text(list.counts.totals.count))"
        totalValue = inventory.site.worth(list.counts.totals)
        pagingHTML = try inventory.site.renderer.fragment(list.paging(inventory.links))
        isOrdered = query.isWholeOrder
        offset = String(query.offset)
        isStart = list.isStart
        isEnd = list.isEnd
        let chips = ItemChips(list, inventory.site)
        filter.fill(list.names, query)
        selection = ItemSelectionForm(list, inventory.links)
        typeChips = chips.types
        moreTypeChips = chips.moreTypes
        otherChips = chips.others
        fillViews(
            try inventory.household.inventoryCache.views(in: context), query, inventory.links)
        layout.title = LayoutPage.title(Self.title(list))
        layout.notices = try inventory.notices(for: list.request, in: context)
    }

    /// More kept views than this go to a menu.
    private static let shownViews = 8

    private mutating func fillViews(
        _ views: [ItemViewLabel], _ query: ListQuery, _ links: SiteLinks
    ) {
        let parameters = query.at(page: 1).parameters
        keptQuery = QueryText.encode(parameters)
        viewsPath = links(.itemViews)
        for (index, view) in views.enumerated() {
            let isCurrent = view.query == keptQuery
            let chip = FilterChip(
                label: view.name, path: links(isCurrent ? .items : view.path),
                isCurrent: isCurrent)
            if isCurrent || index < Self.shownViews {
                viewChips.append(chip)
            } else {
                moreViewChips.append(chip)
            }
        }
        hasViews = !views.isEmpty
        canKeep = !parameters.isEmpty && !viewChips.contains(where: \.isCurrent)
    }

    /// The page of an address that cannot be read.
    init(
        refused request: ItemListRequest, _ inventory: Inventory, _ names: ItemNames, total: Int
    ) {
        self.init(request, inventory, total: total)
        summary = "\(ItemCount.text(total)) in all"
        isRefused = true
        isFiltered = true
        filter.fill(names, request.query)
        filter.refuse(request)
    }

    /// What the page says whatever the records are.
    private init(_ request: ItemListRequest, _ inventory: Inventory, total: Int) {
        let (query, links) = (request.query, inventory.links)
        self.init(
            layout: Self.layout(request, inventory), summary: "",
            newPath: links(Self.newPath(query)),
            csvPath: SpreadsheetMark.link(
                to: links(query.at(page: 1).address(of: SitePath.items.csv))),
            jsonPath: request.jsonPath(links),
            archivePath: links(query.at(page: 1).address(of: .itemArchive)),
            homeboxPath: links(query.at(page: 1).address(of: .homeboxItems)),
            search: ListSearch(query, of: .items, "items", links),
            nameSort: Self.column("Name", "itemName", query, links),
            typeSort: Self.column("Type", "assetType", query, links),
            valueSort: Self.column(
                "Value", "worth", isDescendingFirst: true, query, links),
            dateSort: Self.column("Added", "dateCreated", isDescendingFirst: true, query, links))
        labelsPath = links(query.at(page: 1).address(of: .labels))
        let view = query.at(page: 1).address(of: .items).path
        sharePath = links(SitePath.sharing.query([("list", view)]))
        filter = ItemFilterForm(request, links)
        isFiltered = query.isFiltered
        clearPath = links(query.unfiltered.address(of: .items))
        sorts = Self.sorts(query, links)
        sortLabel = sorts.first(where: \.isCurrent)?.label ?? "Another order"
    }

    /// The form of a new item, of the type and in the location that the list is filtered by.
    private static func newPath(_ query: ListQuery) -> SitePath {
        SitePath.newItem.query(
            ["assetType", "location"].compactMap { name in
                query.number(name).map { (name, String($0)) }
            })
    }

    /// What the browser's tab says of a list.
    static func title(_ list: ItemList) -> String {
        let query = list.request.query
        return query.title(
            "Inventory", ItemListRequest.parameters, names: list.names.names(in: query))
    }

    private static func layout(_ request: ItemListRequest, _ inventory: Inventory) -> LayoutPage {
        let query = request.query
        var layout = inventory.site.layout(
            title: query.title("Inventory", ItemListRequest.parameters), section: .inventory,
            subsection: .items)
        layout.alternates = [
            AlternateLink(type: "application/json", path: request.jsonPath(inventory.links)),
            AlternateLink(
                type: "text/csv",
                path: inventory.links(query.at(page: 1).address(of: SitePath.items.csv))),
            .events(request.eventsPath(inventory.links)),
        ]
        return layout
    }

    private static func summary(_ list: ItemList, _ site: Site) -> String {
        let counts = list.counts
        // What was sold is in the list, and counts nowhere else.
        let sold = list.request.items.sold == nil ? counts.soldCount : 0
        var parts = [ItemCount.text(counts.totals.count)]
        if list.request.query.isFiltered {
            parts = ["\(list.total, grouped: true) of \(ItemCount.text(counts.wholeCount))"]
            if sold > 0 { parts.append("\(sold, grouped: true) of them sold") }
        }
        if counts.totals.count > 0 {
            parts.append(site.worthClause(counts.totals))
        }
        if !list.request.query.isFiltered, sold > 0 {
            parts.append("and \(sold, grouped: true) sold")
        }
        return parts.joined(separator: ", ")
    }
}
