import Domain
import Foundation
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("Searches in lists")
struct ListSearchTests {
    private static let lists = [
        "/asset-types", "/products", "/groceries", "/book-categories", "/books", "/books/1/pages",
        "/places", "/places/PLACE", "/favorites", "/favorites/PLACE", "/recents",
    ]
    private static let searches = [
        "a", "o s", "RED", "étagère", "red lamp", "for", "cook", "rome", "acme rome", "nothing",
        "%",
        "a&sort=-SORT", "o&perPage=1&page=2",
    ]
    private static let foldedText = "L’Œuvre – Ｗｉｄｅ שָׁלוֹם"
    /// Words that find the text above, and words that find nothing.
    private static let foldedSearches = ["l'oeuvre", "ŒUVRE", "wide", "-", "שלום", "'", "‘"]
    private static let absentSearches = ["\"", "\u{5B8}", "oeuvré-"]

    @Test("A list finds in memory what it finds in the store, and does not look through that")
    func same() async throws {
        let stored = try await Self.answers(isWarm: false)
        let known = try await Self.answers(isWarm: true)

        #expect(stored.count == Self.lists.count && known.count == Self.lists.count)
        for (list, (stored, known)) in zip(Self.lists, zip(stored, known)) {
            #expect(stored.found.contains([0]), "\(list)")
            #expect(known.found == stored.found, "\(list)")
            #expect(stored.looksThroughTexts && !known.looksThroughTexts, "\(list)")
            let totals = known.found.dropFirst(Self.searches.count).map { $0[0] }
            let (found, absent) = (totals.prefix(Self.foldedSearches.count), Self.absentSearches)
            #expect(found.allSatisfy { $0 > 0 }, "\(list): \(found)")
            #expect(totals.suffix(absent.count).allSatisfy { $0 == 0 }, "\(list)")
        }
    }

    /// What a list finds.
    private struct Answer: Sendable {
        /// How many records each search finds, and which ones are on the page.
        var found: [[Int]] = []
        /// Whether it looks through the texts of the store.
        var looksThroughTexts = false
    }

    /// What each list finds, in a site of its own for all of them.
    private static func answers(isWarm: Bool) async throws -> [Answer] {
        let trace = SQLTrace()
        let test = try TestSite {
            $0.trace = trace
            $0.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        }
        let household = try Household.open(test.configuration)
        let place = try fill(household)
        if isWarm { try await household.warm() }
        let site = try test.site(household)
        let album = PhotoAlbum(site: site, sources: PhotoSourceStates(try PhotoLibrary(household)))
        // Without the service that reads texts into memory when it likes.
        let application = try makeApplication(
            site,
            [
                AssetTypesController(inventory: Inventory(site)),
                ProductsController(shop: Shop(site)), GroceriesController(site: site),
                BooksController(site: site), PlacesController(album: album),
                PhotosController(album: album),
            ], services: [], logger: LogRecorder().logger)
        let answers = try await application.test(.router) { client in
            let inventory = InventoryClient(client: client)
            var answers: [Answer] = []
            for list in lists {
                trace.removeAll()
                let path = list.replacing("PLACE", with: "\(place)")
                let found = try await Self.found(in: path, inventory)
                answers.append(
                    Answer(
                        found: found,
                        looksThroughTexts: trace.sql.contains {
                            $0.contains("predicate_searchable")
                        }))
            }
            return answers
        }
        try household.close()
        return answers
    }

    private static func found(
        in path: String, _ client: InventoryClient
    ) async throws -> [[Int]] {
        let sort = try await sortKey(path, client)
        var found: [[Int]] = []
        for search in searches + foldedSearches + absentSearches {
            let query =
                search.replacing("SORT", with: sort).replacing(" ", with: "+")
                .addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
            let answer = try await client.json("\(path).json?q=\(query)")
            let total = try #require(answer["total"] as? Int)
            let records = try #require(answer["records"] as? [[String: Any]])
            found.append([total] + records.compactMap { $0["id"] as? Int })
        }
        return found
    }

    /// What a list can be sorted by, as it says itself when it is asked for something else.
    private static func sortKey(_ path: String, _ client: InventoryClient) async throws -> String {
        let response = try await client.get(
            "\(path).json?sort=x", headers: InventoryClient.json)
        let message = try #require(try response.faults["sort"])
        return try #require(
            message.firstMatch(of: /none of (\w+)/).map { String($0.1) })
    }

    /// Fills a household with records that have words in common. Returns the number of a place.
    private static func fill(_ household: Household) throws -> Int64 {
        try household.container.write { context in
            for name in ["Red lamp", "Étagère, red", "Sofa", "Lamp for books", foldedText] {
                AssetType(context: context).label = name
                let product = Product(context: context)
                product.name = name
                product.price = 3
                let grocery = GroceryItem(context: context)
                grocery.name = name
                let book = Book(context: context)
                book.title = name
                book.price = 3
                book.addPage("A page of \(name)", in: context)
            }
            for book in try context.fetch(FetchRequest<Book>()) {
                book.addPage(foldedText, in: context)
            }
            BookCategory(context: context).name = foldedText
            let other = Place(context: context)
            (other.name, other.source, other.sourceID) = (foldedText, "folder", "Œuvre")
            let view = Photo(context: context)
            (view.title, view.source, view.sourceID) = ("View", "folder", "Œuvre/View")
            (view.place, view.isFavorite) = (other, true)
            let place = Place(context: context)
            (place.name, place.source, place.sourceID) = ("Rome, red", "folder", "Rome")
            let titles = ["Red dome", "A lamp", "étagère", "sofa.jpg", foldedText]
            for (number, title) in titles.enumerated() {
                let photo = Photo(context: context)
                (photo.title, photo.source, photo.sourceID) = (title, "folder", "Rome/\(title)")
                photo.camera = number == 1 ? "Acme One" : nil
                photo.place = place
                photo.isFavorite = number < 2 || number == 4
                photo.vanishedAt = number == 0 ? Date() : nil
                photo.lastViewed = household.now()
            }
            try household.save(context)
            return try #require(place.objectID.recordNumber)
        }
    }
}
