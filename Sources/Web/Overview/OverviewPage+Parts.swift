import Domain
import Foundation
import Persistence

extension OverviewPage {
    /// The number of recently added items shown.
    private static let shownItems = 6
    /// The number of due tasks shown, and of due loans.
    private static let shownDuties = 6

    /// The numbers of loans and tasks that need attention.
    private struct Duties {
        let lent: Int
        let overdue: Int
        let tasks: Int

        init(in context: ManagedObjectContext) throws {
            lent = try Loan.count(.out, on: .today(), in: context)
            overdue = try Loan.count(.overdue, on: .today(), in: context)
            tasks = try CareTask.count(.due, on: .today(), in: context)
        }
    }

    /// The overview of the inventory.
    init(_ inventory: Inventory, in context: ManagedObjectContext) throws {
        let links = inventory.links
        let totals = try inventory.household.inventoryCache.totals(of: ItemQuery(), in: context)
        let isShown = inventory.site.sections.isShown(.inventory)
        let duties = try Duties(in: context)
        let due = try Self.due(duties, links, context)
        self.init(
            layout: inventory.site.layout(title: "Overview", section: .overview),
            isEmpty: isShown && totals.count == 0, hasItems: isShown && totals.count > 0,
            itemsPath: links(.items), newItemPath: isShown ? links(.newItem) : "",
            assetTypesPath: links(.assetTypes), importPath: links(.imports),
            figures: try Self.figures(totals, duties, inventory, context), due: due,
            types: try Self.types(totals, inventory, context),
            latest: try Item.latest(Self.shownItems, in: context).map { item in
                ItemTile(item, links, in: inventory.site.currency)
            })
        layout.alternates = [.events(links(SitePath.overview.events))]
    }

    private static func figures(
        _ totals: ItemTotals, _ duties: Duties, _ inventory: Inventory,
        _ context: ManagedObjectContext
    ) throws -> [Figure] {
        let (figures, links) = (inventory.household.inventoryCache, inventory.links)
        var withoutPhoto = ItemQuery()
        withoutPhoto.hasImage = false
        let byType = try figures.totalsByType(of: ItemQuery(), in: context)
        func items(_ filter: String, _ value: String) -> String {
            links(ListQuery().filtered(filter, by: value).address(of: .items))
        }
        let (lent, overdue, due) = (duties.lent, duties.overdue, duties.tasks)
        let loans = ListQuery().filtered("state", by: overdue > 0 ? "overdue" : "out")
        let lending = Figure(
            overdue > 0 ? overdue : lent, overdue > 0 ? "lent and overdue" : "lent",
            at: links(loans.address(of: .loans)))
        let care = Figure(due, "task due", "tasks due", at: links(.tasks(in: .due)))
        return [
            Figure(totals.count, "item", "items", at: links(.items)),
            Figure(
                value: totals.worth == nil ? "Not valued" : inventory.site.worth(totals),
                label: "in all",
                path: links(
                    ListQuery().sorted(by: SortOrder("worth", ascending: false))
                        .address(of: .items))),
            Figure(
                try figures.totals(of: withoutPhoto, in: context).count, "without a photo",
                at: items("hasImage", "no")),
            Figure(byType[nil]?.count ?? 0, "without a type", at: items("assetType", "none")),
        ] + (lent > 0 ? [lending] : []) + (due > 0 ? [care] : [])
    }

    /// The names of due tasks, followed by those of due loans.
    private static func due(
        _ duties: Duties, _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> [PathLink] {
        let day = CalendarDay.today()
        func since(_ date: Date?) -> String {
            let due = date.map(CalendarDay.init) ?? day
            return due == day ? "today" : "since \(DayText.long(due))"
        }
        let tasks =
            duties.tasks == 0 ? [] : try CareTask.due(on: day, limit: shownDuties, in: context)
        let loans =
            duties.overdue == 0 ? [] : try Loan.overdue(on: day, limit: shownDuties, in: context)
        return tasks.map { task in
            PathLink(
                label: "\(task.title ?? ""), \(task.item?.itemName ?? ""): \(since(task.due))",
                path: links(ResourcePaths(.tasks).record(task.savedNumber)))
        }
            + loans.map { loan in
                PathLink(
                    label: "\(loan.item?.itemName ?? ""), lent to \(loan.borrower ?? ""): "
                        + since(loan.due),
                    path: links(ResourcePaths(.loans).record(loan.savedNumber)))
            }
    }

    /// The types with the highest value first, without empty ones.
    private static func types(
        _ totals: ItemTotals, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> [AssetTypeRow] {
        let figures = inventory.household.inventoryCache
        let byType = try figures.totalsByType(of: ItemQuery(), in: context)
        let site = inventory.site
        var rows = try figures.assetTypeLabels(in: context).compactMap { label in
            byType[label.number].map {
                ($0, AssetTypeRow(label, $0, of: totals, site))
            }
        }
        if let untyped = byType[nil] {
            rows.append((untyped, AssetTypeRow(nil, untyped, of: totals, site)))
        }
        return rows.sorted { $0.0.worth ?? 0 > $1.0.worth ?? 0 }.map(\.1)
    }
}

extension ItemTile {
    init(_ item: Item, _ links: SiteLinks, in currency: Currency) {
        self.init(
            name: item.name, value: item.value.eachText(in: currency),
            thumbnailPath: item.thumbnailPath(links), path: links(.item(item.key)))
    }
}

extension OverviewPage {
    /// The number of customers shown, and the number of latest sales that are read for them, since
    /// most may have no customer.
    private static let shownBuyers = 6
    private static let latestSales = 50

    /// Adds the sales.
    ///
    /// - Throws: errors of the store.
    mutating func add(_ shop: Shop, in context: ManagedObjectContext) throws {
        let (figures, links) = (shop.household.salesFigures, shop.links)
        let customers = try context.count(for: FetchRequest<Customer>())
        let products = try context.count(for: FetchRequest<Product>())
        let totals = try figures.totals(of: SalesPeriod(), in: context)
        customersPath = links(.customers)
        newCustomerPath = links(.newCustomer)
        let isUsed = customers + products + totals.saleCount > 0
        hasSales = isUsed && shop.site.sections.isShown(.sales)
        isEmpty = isEmpty && !isUsed
        salesFigures = [
            Figure(
                value: shop.money(totals.amount), label: "sold in all", path: links(.salesTotals)),
            Figure(totals.saleCount, "sale", "sales", at: links(.sales)),
            Figure(customers, "customer", "customers", at: links(.customers)),
            Figure(products, "product", "products", at: links(.products)),
        ]
        buyers = hasSales ? try Self.buyers(links, in: context) : []
    }

    /// The customers of the latest sales, newest first. Void sales and returns do not count.
    private static func buyers(
        _ links: SiteLinks, in context: ManagedObjectContext
    ) throws -> [PathLink] {
        var request = try SaleQuery().fetchRequest(context.coordinator)
        request.fetchLimit = latestSales
        request.relationshipKeyPathsForPrefetching = ["customer"]
        let sales = try context.fetch(request).filter { $0.voidedAt == nil && $0.returnOf == nil }
        var buyers: [PathLink] = []
        for customer in sales.compactMap(\.customer) {
            let path = links(.customer(customer.savedNumber))
            guard !buyers.contains(where: { $0.path == path }) else { continue }
            buyers.append(PathLink(label: customer.name ?? "", path: path))
            if buyers.count == shownBuyers { break }
        }
        return buyers
    }
}
