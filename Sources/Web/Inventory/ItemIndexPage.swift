import Domain
import Persistence

/// The list of items.
struct ItemIndexPage: TemplatePage {
    static let template = "inventory/index"

    var layout: LayoutPage

    /// `1,284 items, worth $90,490`, for the whole view.
    var summary: String
    var newPath: String
    var csvPath: String
    var jsonPath: String
    /// The archive with photos and documents, and the table for Homebox.
    var archivePath = ""
    var homeboxPath = ""
    /// The labels of all items of the view.
    var labelsPath = ""
    /// The page that shares the view by a link.
    var sharePath = ""

    // The state of the list; exactly one of these is true.
    /// There are no items at all.
    var isEmpty = false
    /// No item matches the filters, or the page is after the last one.
    var isNothingFound = false
    /// The filters are invalid; the answer is 422.
    var isRefused = false
    /// The search and filters in words, for the page without results.
    var nothingFoundText = ""

    // The texts of an empty page, as in other lists.
    var many = "items"
    var hasForm = true
    var newLabel = "Add item"
    var icon = "i-box"
    var emptyHeading = "Everything you own, in one list"
    var emptyText =
        "Begin with the thing next to you: a name is enough. A photo, a serial number and "
        + "a value make it proof for the insurer."
    var firstLabel = "Add your first item"

    /// The rows, as HTML of `inventory/_item`.
    var rowsHTML = ""
    /// `Total of 1,284 items`.
    var totalLabel = ""
    /// `$90,490`.
    var totalValue = ""
    /// The links to other pages, as HTML of `_paging`.
    var pagingHTML = ""

    /// Whether rows can be moved, which needs the unfiltered list in manual order.
    var isOrdered = false
    /// The action of the form that moves a row, with `{key}` in the place of its key.
    var positionPath = ""
    /// The index of the first row in the whole list, from 0.
    var offset = "0"
    /// Whether the page begins with the first item.
    var isStart = false
    /// Whether the page ends with the last item.
    var isEnd = false

    /// The saved views.
    var hasViews = false
    var viewChips: [FilterChip] = []
    var moreViewChips: [FilterChip] = []
    var viewsPath = ""
    /// Whether the view can be saved and is not saved yet.
    var canSaveView = false
    /// The search, filters and order of the page, as a saved view stores them.
    var currentQuery = ""

    var search: ListSearch
    var typeChips: [FilterChip] = []
    var moreTypeChips: [FilterChip] = []
    /// The filters by value and photo.
    var otherChips: [FilterChip] = []
    var filter = ItemFilterForm()
    /// The page that changes several items of the view.
    var selectionPath = ""
    /// Whether it is this page.
    var isSelecting = false
    /// The actions for several items.
    var selection = ItemSelectionForm()
    /// Whether the list is searched or filtered.
    var isFiltered = false
    /// The list without filters, in the same order.
    var clearPath = ""

    /// `My order`, or another order of the list.
    var sortLabel = "My order"
    var sorts: [SortLink] = []
    var nameSort: SortLink
    var typeSort: SortLink
    var valueSort: SortLink
    var dateSort: SortLink
}

extension ItemIndexPage {
    /// - Parameter isSelecting: whether several items are chosen, to be changed.
    init(
        _ list: ItemList, _ inventory: Inventory, isSelecting: Bool,
        in context: ManagedObjectContext
    ) throws {
        self.init(list.request, inventory, total: list.total)
        let query = list.request.query
        summary = Self.summary(list, inventory.site)
        isEmpty = list.total == 0 && !query.isFiltered
        isNothingFound = list.items.isEmpty && !isEmpty
        nothingFoundText = query.nothingFoundText(
            total: list.total, one: "item", many: many,
            searched: "anything that is written about it")
        rowsHTML = try inventory.rowsHTML(
            list.items, list.names, isSelectable: isSelecting)
        totalLabel = "Total of \(ItemCount.text(list.counts.totals.count))"
        totalValue = inventory.site.worth(list.counts.totals)
        pagingHTML = try inventory.site.renderer.fragment(list.paging(inventory.links))
        isOrdered = query.isWholeOrder
        offset = String(query.offset)
        isStart = list.isStart
        isEnd = list.isEnd
        let chips = ItemChips(list, inventory.site)
        filter.fill(list.names, query)
        self.isSelecting = isSelecting
        if isSelecting { selection = ItemSelectionForm(list, inventory.links) }
        typeChips = chips.types
        moreTypeChips = chips.moreTypes
        otherChips = chips.others
        fillViews(
            try inventory.household.inventoryCache.views(in: context), query, inventory.links)
        layout.title = LayoutPage.title(isSelecting ? "Change several" : Self.title(list))
        layout.notices = try inventory.notices(for: list.request, in: context)
    }

    /// The number of saved views beyond which a menu holds the rest.
    private static let shownViews = 8

    private mutating func fillViews(
        _ views: [ItemViewLabel], _ query: ListQuery, _ links: SiteLinks
    ) {
        let parameters = query.at(page: 1).parameters
        currentQuery = QueryText.encode(parameters)
        viewsPath = links(.itemViews)
        for (index, view) in views.enumerated() {
            let isCurrent = view.query == currentQuery
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
        canSaveView = !parameters.isEmpty && !viewChips.contains(where: \.isCurrent)
    }

    /// The page for an invalid address.
    init(
        refused request: ItemListRequest, _ inventory: Inventory, _ names: ItemNames, total: Int
    ) {
        self.init(request, inventory, total: total)
        summary = "\(ItemCount.text(total)) in all"
        isRefused = true
        isFiltered = true
        filter.fill(names, request.query)
        filter.refuse(request.list)
    }

    /// The parts that do not depend on records.
    private init(_ request: ItemListRequest, _ inventory: Inventory, total: Int) {
        let (query, links) = (request.query, inventory.links)
        self.init(
            layout: Self.layout(request, inventory), summary: "",
            newPath: links(Self.newPath(query)),
            csvPath: SpreadsheetMark.link(
                to: links(query.at(page: 1).address(of: SitePath.items.csv))),
            jsonPath: links(query.address(of: SitePath.items.json)),
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
        positionPath = links(.itemPosition("{key}"))
        selectionPath = links(query.address(of: .itemSelection))
        isFiltered = query.isFiltered
        clearPath = links(query.unfiltered.address(of: .items))
        sorts = Self.sorts(query, links)
        sortLabel = sorts.first(where: \.isCurrent)?.label ?? "Another order"
    }

    /// The form of a new item with the type and location of the filters.
    private static func newPath(_ query: ListQuery) -> SitePath {
        SitePath.newItem.query(
            ["assetType", "location"].compactMap { name in
                query.number(name).map { (name, String($0)) }
            })
    }

    /// The title of the browser's tab.
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
        layout.alternates = query.alternates(of: .items, inventory.links)
        return layout
    }

    private static func summary(_ list: ItemList, _ site: Site) -> String {
        let counts = list.counts
        // Sold items are in the list, but not in its totals.
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

extension ItemIndexPage {
    /// The link in the head of a column; a second click reverses the order.
    static func column(
        _ label: String, _ attribute: String, isDescendingFirst: Bool = false, _ query: ListQuery,
        _ links: SiteLinks
    ) -> SortLink {
        let first = SortOrder(attribute, ascending: !isDescendingFirst)
        let current = query.sort.flatMap { names($0, attribute) ? $0 : nil }
        let next = current.map { SortOrder(attribute, ascending: !$0.isAscending) } ?? first
        return SortLink(
            label: label, path: links(query.sorted(by: next).address(of: .items)),
            isAscending: current?.isAscending == true,
            isDescending: current?.isAscending == false, isCurrent: current != nil)
    }

    /// The named orders.
    static func sorts(_ query: ListQuery, _ links: SiteLinks) -> [SortLink] {
        let choices: [(label: String, sort: SortOrder?)] = [
            ("My order", nil),
            ("Name", SortOrder("itemName")),
            ("Type", SortOrder("assetType")),
            ("Most valuable first", SortOrder("worth", ascending: false)),
            ("Newest first", SortOrder("dateCreated", ascending: false)),
            ("Oldest first", SortOrder("dateCreated")),
            ("Last seen first", SortOrder("lastSeen", ascending: false)),
            ("Serial number", SortOrder("serialNumber")),
            ("Location", SortOrder("location")),
        ]
        return choices.map { choice in
            let isCurrent =
                choice.sort == nil
                ? query.sort == nil
                : query.sort.map { current in
                    choice.sort.map {
                        names(current, $0.attribute) && current.isAscending == $0.isAscending
                    } ?? false
                } ?? false
            return SortLink(
                label: choice.label,
                path: links(query.sorted(by: choice.sort).address(of: .items)),
                isCurrent: isCurrent)
        }
    }

    /// Whether an order is by an attribute or by its label for people.
    private static func names(_ sort: SortOrder, _ attribute: String) -> Bool {
        // Older addresses and saved views use the value, which the column showed then.
        sort.attribute == attribute || sort.attribute == attribute + ".label"
            || (attribute == "worth" && sort.attribute == "valueInDollars")
    }
}
