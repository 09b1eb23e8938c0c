import Domain
import Persistence

extension Section {
    static let groceries = Section(
        "groceries", "Groceries", icon: "i-basket", root: .groceries, topic: .groceries)
}

extension Subsection {
    static let groceries = Subsection("Groceries", .groceries)
}

extension SectionDescription {
    static let groceries = SectionDescription(
        section: .groceries,
        parts: [list], unseen: [.groceryName],
        imports: [
            .groceries: ImportKindPages(
                list: .groceries,
                hint: "Adds and changes groceries, matched by key, or by name and unit.")
        ], overview: { try overview($0.links, $1) })

    private static var list: SectionPart {
        var list = SectionPart(.groceries, below: .groceries, named: "name", isShared: true) {
            Groceries(site: $0.site)
        }
        list.search = [
            SearchSource(
                "GroceryItem", section: .groceries, "Groceries", list: .groceries
            ) { (item: GroceryItem) in
                SearchHit(
                    label: item.name ?? "", detail: item.isTicked ? "ticked off" : "to buy",
                    path: .grocery(item.savedNumber))
            }
        ]
        return list
    }

    private static func overview(
        _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> OverviewPart {
        var open = GroceryQuery()
        open.isTicked = false
        var request = open.fetchRequest
        let count = try context.count(for: request)
        let whole = try context.count(for: FetchRequest<GroceryItem>())
        request.fetchLimit = 8
        let items = try context.fetch(request).map { item in
            PathLink(
                label: try item.summaryText, path: links(.grocery(item.savedNumber)))
        }
        return OverviewPart(
            title: "Groceries", path: links(.groceries), hasRecords: whole > 0,
            figures: [
                Figure(count, "to buy", at: links(.groceries)),
                Figure(whole - count, "ticked off", at: links(.groceries)),
            ],
            links: items,
            hint: "A shopping list that understands “2 l milk”.", startPath: links(.groceries),
            startLabel: "Write the list")
    }
}
