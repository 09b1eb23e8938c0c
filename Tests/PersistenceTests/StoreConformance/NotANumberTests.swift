import Foundation
import Persistence
import Testing

@Suite("Predicates with NaN, on every store")
struct NotANumberTests {
    /// One has all values, Two has no price and no date.
    private func library(_ kind: StoreKind) throws -> TestLibrary {
        let library = try TestLibrary(kind)
        try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let book = try all(Book.self, by: "title", in: context)[0]
        (book.weight, book.price) = (1, 2)
        book.published = Date(timeIntervalSinceReferenceDate: 3)
        try context.save()
        return library
    }

    private static let number = Double.nan
    private static let day = Date(timeIntervalSinceReferenceDate: .nan)

    private static let predicates: [(FetchPredicate, [String])] = {
        let all = ["One", "Two"]
        let examples: [(String, any PredicateArgument, [String])] = [
            ("weight == %@", number, []), ("weight != %@", number, all),
            ("NOT weight == %@", number, all), ("weight < %@", number, []),
            ("weight <= %@", number, []), ("weight > %@", number, []),
            ("NOT weight >= %@", number, all), ("%@ > weight", number, []),
            ("weight IN {%@, 1}", number, ["One"]), ("NOT weight IN {%@}", number, all),
            ("%@ IN {1, 2}", number, []), ("weight BETWEEN {%@, 5}", number, []),
            ("weight BETWEEN {0, %@}", number, []), ("%@ == nil", number, []),
            ("weight == -%@", number, []),
            ("stock == %@", number, []), ("stock != %@", number, all),
            ("stock < %@", number, []), ("price == %@", number, []),
            ("price == %@", Decimal.nan, []), ("price != %@", Decimal.nan, all),
            ("price < %@", Decimal.nan, []), ("price IN {%@, 2}", Decimal.nan, ["One"]),
            ("published == %@", day, []), ("published != %@", day, all),
            ("published < %@", day, []), ("published > %@", day, []),
            ("NOT published <= %@", day, all), ("published IN {%@}", day, []),
            ("weight + %@ == nil", number, all), ("weight * %@ < 9", number, []),
            ("price - %@ == nil", Decimal.nan, all), ("published + %@ == nil", number, all),
            ("TERNARY(weight > 0, %@, 1) == nil", number, all),
            ("ANY author.books.weight == %@", number, []),
            ("ANY author.books.price != %@", Decimal.nan, all),
            ("ALL author.books.weight == %@", number, []),
            ("SUBQUERY(author.books, $b, $b.price == %@).@count == 0", Decimal.nan, all),
        ]
        return examples.map { format, argument, titles in
            (FetchPredicate.made(format, argument), titles)
        }
    }()

    @Test(
        "NaN equals nothing, not even a missing value, and is not ordered",
        arguments: StoreKind.allCases)
    func predicates(kind: StoreKind) throws {
        let library = try library(kind)
        let (clean, dirty) = (library.context(), library.context())
        try all(Book.self, by: "title", in: dirty)[1].isbn = "none"
        for (predicate, titles) in Self.predicates {
            var request = Book.fetchRequest()
            request.predicate = predicate
            request.sortDescriptors = [FetchSortDescriptor("title")]
            let books = try all(Book.self, by: "title", in: clean)

            #expect(try clean.fetch(request).map(\.title) == titles, "\(predicate)")
            #expect(try dirty.fetch(request).map(\.title) == titles, "\(predicate), unsaved")
            #expect(try clean.count(for: request) == titles.count, "\(predicate), counted")
            #expect(try books.filtered(using: predicate).map(\.title) == titles, "\(predicate)")
        }
    }

    @Test("A NaN column is null", arguments: StoreKind.allCases)
    func columns(kind: StoreKind) throws {
        let library = try library(kind)
        var request = DictionaryFetchRequest(entityName: "Book")
        request.columns = [
            ("sum", .function("add:to:", [.key("weight"), .constant(.double(.nan))]))
        ]

        #expect(
            try library.context().fetchDictionaries(request) == [["sum": .null], ["sum": .null]])
    }
}

extension FetchPredicate {
    /// A predicate with a valid format string.
    fileprivate static func made(_ format: String, _ argument: any PredicateArgument) -> Self {
        do {
            return try FetchPredicate(format: format, arguments: [argument])
        } catch {
            Issue.record("\(format): \(error)")
            return .constant(false)
        }
    }
}
