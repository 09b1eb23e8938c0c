import Domain
import Persistence

/// The list of items.
struct ItemIndexPage: TemplatePage {
    static let template = "inventory/index"

    /// The parts that every list page has.
    var list: RecordIndexPage
    var layout: LayoutPage
    /// The archive with photos and documents, and the table for Homebox.
    var archivePath: String
    var homeboxPath: String
    /// The labels of all items of the view.
    var labelsPath: String

    /// The saved views.
    var viewChips: [FilterChip] = []
    var moreViewChips: [FilterChip] = []
    var viewsPath: String
    /// Whether the view can be saved and is not saved yet.
    var canSaveView = false
    /// The search, filters and order of the page, as a saved view stores them.
    var currentQuery = ""

    /// The types with the most items, by name, and the others.
    var typeChips: [FilterChip] = []
    var moreTypeChips: [FilterChip] = []
    /// The filters by value and photo.
    var otherChips: [FilterChip] = []
    var filter: PredicateForm
    /// Whether the list is searched or filtered.
    var isFiltered: Bool

    /// The page that changes several items of the view.
    var selectionPath: String
    /// Whether it is this page.
    var isSelecting = false
    /// The actions for several items.
    var selection = ItemSelectionForm()
}

extension ItemIndexPage {
    /// The page of a view.
    ///
    /// - Throws: errors of the store.
    init(
        _ page: RecordIndexPage, of list: RecordList, _ items: Items,
        in context: ManagedObjectContext
    ) throws {
        let (query, site, inventory) = (list.request.query, items.site, items.inventory)
        let names = try inventory.names(in: context)
        self.init(page, list.request, names, items)
        if let counts = list.sums.counts {
            self.list.summary = Self.summary(list, counts, site)
            self.list.table.totalLabel = "Total of \(ItemCount.text(counts.totals.count))"
            fillChips(query, counts, names.labels, site)
        }
        fillViews(
            try inventory.household.inventoryCache.views(in: context), query, site.links)
        isSelecting = items.isSelecting
        if isSelecting { selection = ItemSelectionForm(query, names, site.links) }
        let title = query.title(
            items.words.title, Items.list.parameters, names: names.names(in: query))
        layout.title = LayoutPage.title(isSelecting ? "Change several" : title)
        layout.notices = try inventory.notices(for: list.request, names, in: context)
    }

    /// The parts that do not depend on the items.
    init(_ page: RecordIndexPage, _ request: ListRequest, _ names: ItemNames, _ items: Items) {
        let (links, query) = (items.links, request.query)
        let view = query.at(page: 1)
        self.init(
            list: page, layout: page.layout, archivePath: links(view.address(of: .itemArchive)),
            homeboxPath: links(view.address(of: .homeboxItems)),
            labelsPath: links(view.address(of: .labels)), viewsPath: links(.itemViews),
            filter: page.filter, isFiltered: query.isFiltered,
            selectionPath: items.isSelecting ? "" : links(query.address(of: .itemSelection)))
        list.newLabel = "Add item"
        list.table.caption = "Items, sorted by: \(list.sortLabel)"
        items.fill(&filter, request, names)
    }

    private static func summary(_ list: RecordList, _ counts: ItemCounts, _ site: Site) -> String {
        let isFiltered = list.request.query.isFiltered
        // Sold items are in the list, but not in its totals.
        let sold = counts.query.sold == nil ? counts.soldCount : 0
        var parts = [ItemCount.text(counts.totals.count)]
        if isFiltered {
            parts = ["\(list.total, grouped: true) of \(ItemCount.text(list.wholeCount))"]
            if sold > 0 { parts.append("\(sold, grouped: true) of them sold") }
        }
        if counts.totals.count > 0 { parts.append(site.worthClause(counts.totals)) }
        if !isFiltered, sold > 0 { parts.append("and \(sold, grouped: true) sold") }
        return parts.joined(separator: ", ")
    }
}

// MARK: - Chips

extension ItemIndexPage {
    /// The number of saved views beyond which a menu holds the rest.
    private static let shownViews = 8
    /// The number of types beyond which a menu holds the rest.
    private static let shownTypes = 6

    private mutating func fillViews(
        _ views: [ItemViewLabel], _ query: ListQuery, _ links: SiteLinks
    ) {
        let parameters = query.at(page: 1).parameters
        currentQuery = QueryText.encode(parameters)
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
        canSaveView = !parameters.isEmpty && !viewChips.contains(where: \.isCurrent)
    }

    /// The chips of the filters. Their counts include the other active filters.
    private mutating func fillChips(
        _ query: ListQuery, _ counts: ItemCounts, _ types: [AssetTypeLabel], _ site: Site
    ) {
        let totals = counts.facets.totalsByType(of: counts.query)
        let choices =
            types.map { ($0.text, String($0.number), totals[$0.number]?.count ?? 0) }
            + [("Without type", "none", totals[nil]?.count ?? 0)]
        let shown = choices.filter { $0.2 > 0 || query.filter("assetType") == $0.1 }
        let least = shown.map(\.2).sorted(by: >).prefix(Self.shownTypes).last ?? 0
        let chips = query.chips("assetType", shown, of: .items, site.links)
        for (chip, choice) in zip(chips, shown) {
            if chip.isCurrent || (choice.2 >= least && typeChips.count < Self.shownTypes) {
                typeChips.append(chip)
            } else {
                moreTypeChips.append(chip)
            }
        }
        func add(_ label: String, _ filter: String, _ value: String, _ items: ItemQuery) {
            let count = counts.facets.totals(of: items).count
            otherChips += query.chips(filter, [(label, value, count)], of: .items, site.links)
        }
        var items = counts.query
        if items.maxValue.map({ $0 >= ItemFacets.highValue }) ?? true {
            items.minValue = ItemFacets.highValue
            add(
                "Above \(site.currency.shortText(ItemFacets.lowValue))", "minValue",
                "\(ItemFacets.highValue)", items)
        }
        items = counts.query
        for (label, value) in [("With photo", "yes"), ("Without photo", "no")] {
            items.hasImage = value == "yes"
            add(label, "hasImage", value, items)
        }
        guard counts.soldCount > 0 || query.filter("sold") != nil else { return }
        items = counts.query
        items.sold = true
        add("Sold", "sold", "yes", items)
    }
}
