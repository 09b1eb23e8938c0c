import Domain
import Foundation
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("Searches in lists")
struct ListSearchTests {
    /// The lists, with the texts that they are searched by.
    private static let lists: [(path: String, keyPaths: [[String]])] = [
        ("/asset-types", [["label"]]), ("/products", [["name"], ["sku"], ["barcode"]]),
        ("/groceries", [["name"]]), ("/book-categories", [["name"]]),
        ("/books", [["title"], ["category", "name"]]), ("/books/1/pages", [["text"]]),
        ("/places", [["name"]]), ("/places/PLACE", photoTexts), ("/favorites", [["name"]]),
        ("/favorites/PLACE", photoTexts), ("/recents", photoTexts),
    ]
    private static let photoTexts = [["title"], ["camera"], ["place", "name"]]
    private static let searches = [
        "a", "o s", "RED", "étagère", "red lamp", "for", "cook", "rome", "acme rome", "nothing",
        "%",
        "a&sort=-SORT", "o&perPage=1&page=2",
    ]
    private static let foldedText = "L’Œuvre – Ｗｉｄｅ שָׁלוֹם"
    /// Words that match the text above, and words that match nothing.
    private static let foldedSearches = ["l'oeuvre", "ŒUVRE", "wide", "-", "שלום", "'", "‘"]
    private static let absentSearches = ["\"", "\u{5B8}", "oeuvré-"]

    @Test(
        "A list searches by the index, with the results of scanning its records"
    )
    func same() async throws {
        let trace = SQLTrace()
        let site = try TestSite {
            $0.trace = trace
            $0.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        }
        let household = try Household.open(site.configuration)
        let place = try Self.fill(household)
        try household.close()
        try await site.test { test in
            let client = InventoryClient(client: test)
            for list in Self.lists {
                let path = list.path.replacing("PLACE", with: "\(place)")
                trace.removeAll()
                let found = try await Self.found(in: path, client) { "q=\($0)" }
                #expect(!trace.sql.contains { $0.contains("predicate_searchable") }, "\(path)")
                let expected = try await Self.found(in: path, client) { search in
                    let words = FetchPredicate.words(search, inAnyOf: list.keyPaths)
                    return "predicate=\(FetchPredicate.and(words).predicateFormat)"
                }

                #expect(trace.sql.contains { $0.contains("predicate_searchable") }, "\(path)")
                #expect(found == expected, "\(path)")
                #expect(found.contains([0]), "\(path)")
                let totals = found.dropFirst(Self.searches.count).map { $0[0] }
                let (folded, absent) = (Self.foldedSearches.count, Self.absentSearches.count)
                #expect(totals.prefix(folded).allSatisfy { $0 > 0 }, "\(path): \(totals)")
                #expect(totals.suffix(absent).allSatisfy { $0 == 0 }, "\(path)")
            }
        }
    }

    /// The number of hits of each search, and those on the page.
    ///
    /// - Parameter parameter: the parameter of the search.
    private static func found(
        in path: String, _ client: InventoryClient, _ parameter: (String) -> String
    ) async throws -> [[Int]] {
        let sort = try await sortKey(path, client)
        var found: [[Int]] = []
        for search in searches + foldedSearches + absentSearches {
            let parts = search.split(separator: "&", maxSplits: 1).map(String.init)
            let words =
                parameter(parts[0])
                .addingPercentEncoding(withAllowedCharacters: .alphanumerics)?
                .replacing("%3D", with: "=", maxReplacements: 1) ?? ""
            let others = parts.dropFirst().map { "&" + $0.replacing("SORT", with: sort) }.joined()
            let answer = try await client.json("\(path).json?\(words)\(others)")
            let total = try #require(answer["total"] as? Int)
            let records = try #require(answer["records"] as? [[String: Any]])
            found.append([total] + records.compactMap { $0["id"] as? Int })
        }
        return found
    }

    /// The first sort key of a list, from the description of its address.
    private static func sortKey(_ path: String, _ client: InventoryClient) async throws -> String {
        let text = try await client.get("/openapi.json").text
        let route = path.replacing(/\/[0-9]+/, with: "/{id}")
        let address = try #require(text.range(of: "\"\(route).json\":"))
        let keys = text[address.upperBound...].firstMatch(of: /"name":"sort".*?"enum":\["(\w+)"/)
        return try #require(keys.map { String($0.1) })
    }

    /// Fills a household with records that share words. Returns the number of a place.
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
