import Domain
import Persistence

extension OverviewPage {
    /// Groceries that are named.
    private static let shownGroceries = 8

    /// Photos that are shown as those added last.
    private static let shownPhotos = 6

    /// Adds what is on the shopping list, the books, and the places.
    ///
    /// - Throws: errors of the store.
    mutating func add(sectionsOf site: Site, in context: ManagedObjectContext) throws {
        sectionsPath = site.links(.sections)
        isBare = site.sections.shown == [.overview]
        let makers: [(Section, (Site, ManagedObjectContext) throws -> OverviewPart)] = [
            (.groceries, { try Self.groceries($0.links, $1) }),
            (.books, { try Self.books($0.links, $1) }),
            (.places, Self.places),
        ]
        if site.sections.isShown(.books) { layout.standing = try site.sampleNotices(in: context) }
        parts = try makers.filter { site.sections.isShown($0.0) }.map { section, make in
            try make(site, context)
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
            links: items,
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
            links: [], hint: "Books by category, with their pages to turn.",
            startPath: links(ResourcePaths(.bookCategories).new), startLabel: "Add a category")
    }

    private static func places(
        _ site: Site, _ context: ManagedObjectContext
    ) throws -> OverviewPart {
        let links = site.links
        var latest = PhotoQuery()
        latest.sortDescriptors = [FetchSortDescriptor("addedAt", ascending: false)]
        var request = try latest.fetchRequest(context.coordinator)
        let photoCount = try context.count(for: request)
        request.fetchLimit = shownPhotos
        let photos = try context.fetch(request).map {
            PhotoRow(PhotoValues($0), Photos(site: site, view: .place(0)))
        }
        let placeCount = try context.count(for: PlaceQuery().fetchRequest)
        var favorites = PlaceQuery()
        favorites.hasFavorites = true
        let favoriteCount = try context.count(for: favorites.fetchRequest)
        return OverviewPart(
            title: Section.places.label, path: links(.places), hasRecords: photoCount > 0,
            figures: [
                Figure(
                    value: "\(photoCount, grouped: true)",
                    label: photoCount == 1 ? "photo" : "photos", path: links(.places)),
                Figure(
                    value: "\(placeCount, grouped: true)",
                    label: placeCount == 1 ? "album" : "albums", path: links(.places)),
                Figure(
                    value: "\(favoriteCount, grouped: true)", label: "with favorites",
                    path: links(.favorites)),
            ],
            links: [], photos: photos,
            hint: "Photographs, in an album for each place.", startPath: links(.places),
            startLabel: "Add photos")
    }
}
