import Domain
import Persistence

extension OverviewPage {
    /// Items that are shown as those added last.
    private static let shownItems = 6

    /// The first page, of what the inventory holds.
    init(_ inventory: Inventory, in context: ManagedObjectContext) throws {
        let links = inventory.links
        let totals = try inventory.household.figures.totals(of: ItemQuery(), in: context)
        let isShown = inventory.site.sections.isShown(.inventory)
        self.init(
            layout: inventory.site.layout(title: "Overview", section: .overview),
            hasInventory: isShown, isEmpty: isShown && totals.count == 0,
            hasItems: isShown && totals.count > 0, itemsPath: links(.items),
            newItemPath: links(.newItem),
            assetTypesPath: links(.assetTypes), importPath: links(.imports),
            figures: try Self.figures(totals, inventory, context),
            types: try Self.types(totals, inventory, context),
            latest: try Item.latest(Self.shownItems, in: context).map { item in
                ItemTile(
                    ItemValues(item, assetType: nil, location: nil, container: nil, tags: nil),
                    links)
            })
        layout.alternates = [.events(links(SitePath.overview.events))]
    }

    private static func figures(
        _ totals: ItemTotals, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> [Figure] {
        let (figures, links) = (inventory.household.figures, inventory.links)
        var withoutPhoto = ItemQuery()
        withoutPhoto.hasImage = false
        let byType = try figures.totalsByType(of: ItemQuery(), in: context)
        func figure(_ count: Int, _ label: String, _ query: ListQuery) -> Figure {
            Figure(
                value: "\(count, grouped: true)", label: label,
                path: links(query.address(of: .items)))
        }
        let lent = try Loan.count(.out, on: .today(), in: context)
        let overdue = try Loan.count(.overdue, on: .today(), in: context)
        let loans = ListQuery().filtered("state", by: overdue > 0 ? "overdue" : "out")
        let lending = Figure(
            value: "\(overdue > 0 ? overdue : lent, grouped: true)",
            label: overdue > 0 ? "lent and overdue" : "lent",
            path: links(loans.address(of: .loans)))
        let due = try CareTask.count(.due, on: .today(), in: context)
        let care = Figure(
            value: "\(due, grouped: true)", label: due == 1 ? "task due" : "tasks due",
            path: links(.tasks(in: .due)))
        return [
            figure(totals.count, totals.count == 1 ? "item" : "items", ListQuery()),
            Figure(
                value: inventory.site.worth(totals), label: "in all",
                path: links(
                    ListQuery().sorted(by: SortOrder("valueInDollars", ascending: false))
                        .address(of: .items))),
            figure(
                try figures.totals(of: withoutPhoto, in: context).count, "without a photo",
                ListQuery().filtered("hasImage", by: "no")),
            figure(
                byType[nil]?.count ?? 0, "without a type",
                ListQuery().filtered("assetType", by: "none")),
        ] + (lent > 0 ? [lending] : []) + (due > 0 ? [care] : [])
    }

    /// The types with most value first, those without items left out.
    private static func types(
        _ totals: ItemTotals, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> [AssetTypeRow] {
        let figures = inventory.household.figures
        let byType = try figures.totalsByType(of: ItemQuery(), in: context)
        let site = inventory.site
        var rows = try figures.assetTypeLabels(in: context).compactMap { label in
            byType[label.number].map {
                ($0, AssetTypeRow(label, $0, of: totals, site))
            }
        }
        if let untyped = byType[nil] {
            rows.append((untyped, AssetTypeRow(withoutType: untyped, of: totals, site)))
        }
        func rank(_ totals: ItemTotals) -> Int64 { totals.worth(in: site.currency).rank }
        return rows.sorted { rank($0.0) > rank($1.0) }.map(\.1)
    }
}

extension ItemTile {
    /// The tile of an item.
    init(_ item: ItemValues, _ links: SiteLinks) {
        self.init(
            name: item.name, value: item.valueText, hasThumbnail: item.hasThumbnail,
            thumbnailPath: item.thumbnailPath(links), path: links(.item(item.key)))
    }
}
