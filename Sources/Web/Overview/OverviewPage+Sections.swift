import Domain
import Persistence

extension OverviewPage {
    /// Groceries that are named.
    private static let shownGroceries = 8

    /// Adds what is on the shopping list, and the books.
    ///
    /// - Throws: errors of the store.
    mutating func add(sectionsOf site: Site, in context: ManagedObjectContext) throws {
        modelPath = site.links(.model)
        sectionsPath = site.links(.sections)
        let makers: [(Section, (SiteLinks, ManagedObjectContext) throws -> OverviewPart)] = [
            (.groceries, Self.groceries), (.books, Self.books),
        ]
        parts = try makers.filter { site.sections.isShown($0.0) }.map { section, make in
            try make(site.links, context)
        }
    }

    private static func groceries(
        _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> OverviewPart {
        var open = GroceryQuery()
        open.isTicked = false
        var request = open.fetchRequest
        let count = try context.count(for: request)
        let whole = try context.count(for: FetchRequest<GroceryItem>())
        request.fetchLimit = shownGroceries
        let items = try context.fetch(request).map { item in
            PathLink(
                label: try item.summaryText, path: links(.grocery(item.objectID.recordNumber ?? 0)))
        }
        return OverviewPart(
            title: "Groceries", path: links(.groceries), hasRecords: whole > 0,
            figures: [
                Figure(value: "\(count, grouped: true)", label: "to buy", path: links(.groceries)),
                Figure(
                    value: "\(whole - count, grouped: true)", label: "ticked off",
                    path: links(.groceries)),
            ],
            links: items, hasLinks: !items.isEmpty,
            hint: "A shopping list that understands “2 l milk”.", startPath: links(.groceries),
            startLabel: "Write the list")
    }

    private static func books(
        _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> OverviewPart {
        func count(_ query: BookQuery) throws -> Int {
            try context.count(for: query.fetchRequest(context.coordinator))
        }
        var bargains = BookQuery()
        bargains.isBargain = true
        let (books, bargainCount) = (try count(BookQuery()), try count(bargains))
        let categories = try context.count(for: FetchRequest<BookCategory>())
        return OverviewPart(
            title: "Books", path: links(.bookCategories), hasRecords: books + categories > 0,
            figures: [
                Figure(
                    value: "\(books, grouped: true)", label: books == 1 ? "book" : "books",
                    path: links(.books)),
                Figure(
                    value: "\(categories, grouped: true)",
                    label: categories == 1 ? "category" : "categories",
                    path: links(.bookCategories)),
                Figure(
                    value: "\(bargainCount, grouped: true)",
                    label: bargainCount == 1 ? "bargain" : "bargains",
                    path: links(ListQuery().filtered("bargain", by: "yes").address(of: .books))),
            ],
            links: [], hasLinks: false, hint: "Books by category, with their pages to turn.",
            startPath: links(ResourcePaths(.bookCategories).new), startLabel: "Add a category")
    }
}
