import Foundation
import Persistence
import Testing

@Suite("#Predicate")
struct FoundationPredicateTests {
    private let model: ModelLayout

    init() throws {
        model = try ModelLayout(Library.model, classes: Library.classes)
    }

    private func format(_ predicate: Foundation.Predicate<Book>) throws -> String {
        try FetchPredicate(predicate, in: model).predicateFormat
    }

    @Test("Comparisons and logical operators are translated")
    func comparisons() throws {
        let limit: Int16 = 3

        #expect(try format(#Predicate { book in book.stock > limit }) == "stock > 3")
        #expect(
            try format(#Predicate { book in book.stock > 1 && !(book.weight <= 0.5) })
                == "stock > 1 AND NOT weight <= 0.5")
        #expect(
            try format(#Predicate { book in book.title == "a" || book.published != nil })
                == "title == \"a\" OR published != NULL")
        #expect(
            try format(#Predicate { book in book.stock + 1 == -book.stock })
                == "stock + 1 == 0 - stock")
    }

    @Test("To-one key paths are translated")
    func toOne() throws {
        #expect(
            try format(#Predicate { book in book.author?.name == "Ada" })
                == "author.name == \"Ada\"")
        #expect(
            try format(#Predicate { book in book.author!.name == "Ada" })
                == "author.name == \"Ada\"")
        #expect(try format(#Predicate { book in book.author == nil }) == "author == NULL")
    }

    @Test("Conditions over to-many relationships are translated")
    func toMany() throws {
        #expect(
            try format(#Predicate { book in book.tags.contains { tag in tag.label == "red" } })
                == "SUBQUERY(tags, $member, $member.label == \"red\").@count > 0")
        #expect(
            try format(#Predicate { book in book.tags.allSatisfy { tag in tag.label == "red" } })
                == "SUBQUERY(tags, $member, NOT $member.label == \"red\").@count == 0")
        #expect(try format(#Predicate { book in book.tags.count > 2 }) == "tags.@count > 2")
        #expect(try format(#Predicate { book in book.tags.isEmpty }) == "tags.@count == 0")
        #expect(
            try format(
                #Predicate { book in book.tags.filter { tag in tag.label == "red" }.count == 1 })
                == "SUBQUERY(tags, $member, $member.label == \"red\").@count == 1")
    }

    @Test("Text searches are translated, including case and diacritic insensitive ones")
    func texts() throws {
        let same = ComparisonResult.orderedSame

        #expect(
            try format(#Predicate { book in book.title?.contains("x") ?? false })
                == "title != NULL AND title CONTAINS \"x\"")
        #expect(
            try format(#Predicate { book in book.title!.starts(with: "x") })
                == "title BEGINSWITH \"x\"")
        #expect(
            try format(#Predicate { book in book.title!.localizedStandardContains("x") })
                == "title CONTAINS[cd] \"x\"")
        #expect(
            try format(
                #Predicate { book in book.title!.caseInsensitiveCompare("x") == same })
                == "title ==[c] \"x\"")
    }

    @Test("Ranges, lists and conditionals are translated")
    func lists() throws {
        let stocks: [Int16] = [1, 2]
        let range: ClosedRange<Int16> = 1...5

        #expect(
            try format(#Predicate { book in stocks.contains(book.stock) }) == "stock IN {1, 2}")
        #expect(
            try format(#Predicate { book in range.contains(book.stock) })
                == "stock BETWEEN {1, 5}")
        #expect(
            try format(#Predicate { book in (book.stock > 1 ? book.weight : 2.0) > 1.0 })
                == "TERNARY(stock > 1, weight, 2.0) > 1.0")
        #expect(
            try format(#Predicate { book in (book.title ?? "none") == "none" })
                == "TERNARY(title == NULL, \"none\", title) == \"none\"")
    }

    private struct Filter: Codable {
        struct Part: Codable, Hashable {
            var name: String?
            var least: Int16
        }
        var part = Part(name: "Ada", least: 3)
        var other: Part?
        var text: String?
    }

    @Test("Members and elements of captured values are constants")
    func captured() throws {
        let filter = Filter(other: Filter.Part(name: "Bo", least: 1))
        let (names, stocks) = (["One", "Two"], ["One": Int16(4)])

        #expect(
            try format(
                #Predicate { book in
                    book.stock >= filter.part.least && book.author?.name == filter.part.name
                }) == "stock >= 3 AND author.name == \"Ada\"")
        #expect(
            try format(#Predicate { book in book.author?.name == filter.other?.name })
                == "author.name == \"Bo\"")
        #expect(
            try format(
                #Predicate { book in
                    book.title! == names[1] && book.stock == stocks["One", default: 1]
                        && book.stock > stocks["One"]!
                }) == "title == \"Two\" AND stock == 4 AND stock > 4")
        #expect(
            try format(#Predicate { book in book.pages.count == names.count })
                == "pages.@count == 2")
        #expect(
            try format(#Predicate { book in book.title! == names.max()! }) == "title == \"Two\"")
    }

    @Test("A condition that captured values decide leaves out the other")
    func decided() throws {
        let (filter, isAll) = (Filter(), false)

        #expect(
            try format(
                #Predicate { book in
                    (filter.text == nil || book.title!.contains(filter.text!)) && book.stock > 1
                }) == "stock > 1")
        #expect(
            try format(#Predicate { book in filter.other == nil && book.stock > 1 })
                == "stock > 1")
        #expect(
            try format(#Predicate { book in isAll ? book.title! == "a" : book.stock > 1 })
                == "stock > 1")
        #expect(
            try format(
                #Predicate { book in
                    if let text = filter.text {
                        return book.title!.contains(text)
                    } else {
                        return book.stock > 1
                    }
                }) == "stock > 1")
    }

    @Test("A guard keeps a captured value that is not there from being used")
    func guarded() throws {
        let (text, names): (String?, [String]) = (nil, [])

        #expect(
            try format(#Predicate { book in !(text == nil) && book.title! == text! })
                == "FALSEPREDICATE")
        #expect(
            try format(#Predicate { book in names.count == 0 || book.title! == names[0] })
                == "TRUEPREDICATE")
        #expect(try format(#Predicate { book in book.title! == text! }) == "title == NULL")
        #expect(throws: FetchPredicateError.self) {
            try format(#Predicate { book in book.title! == names[0] })
        }
    }

    @Test("A closure over a captured list is a condition for each member")
    func capturedLists() throws {
        let starts = ["A", "B"]
        let parts = [Filter.Part(name: "Ada", least: 2), Filter.Part(name: "Bo", least: 1)]

        #expect(
            try format(
                #Predicate { book in starts.contains { start in book.title!.starts(with: start) } })
                == "title BEGINSWITH \"A\" OR title BEGINSWITH \"B\"")
        #expect(
            try format(
                #Predicate { book in
                    parts.allSatisfy { part in
                        book.author?.name != part.name || book.stock > part.least
                    }
                })
                == "(author.name != \"Ada\" OR stock > 2) AND (author.name != \"Bo\" OR stock > 1)")
    }

    @Test("Open ranges, elements and classes are translated")
    func others() throws {
        let from: PartialRangeFrom<Int16> = 2...
        let through: PartialRangeThrough<Int16> = ...4
        let upTo: PartialRangeUpTo<Int16> = ..<5

        #expect(try format(#Predicate { book in from.contains(book.stock) }) == "stock >= 2")
        #expect(try format(#Predicate { book in through.contains(book.stock) }) == "stock <= 4")
        #expect(try format(#Predicate { book in upTo.contains(book.stock) }) == "stock < 5")
        #expect(
            try format(#Predicate { book in book.pages[0].text == "a" })
                == "pages[0].text == \"a\"")
        #expect(try format(#Predicate { book in book is Novel }) == "entity == \"Novel\"")
        #expect(
            try format(#Predicate { book in book.title.localizedStandardContains("x") })
                == "title != NULL AND title CONTAINS[cd] \"x\"")
    }

    @Test("An unsupported expression is named in the error")
    func refused() throws {
        let error = #expect(throws: FetchPredicateError.self) {
            try format(#Predicate { book in (book.title ?? "").count > 3 })
        }

        #expect(error?.message.contains("characters of a text") == true)
        #expect(throws: FetchPredicateError.self) {
            try format(#Predicate { book in book.hasChanges })
        }
    }

    @Test("A sort descriptor with a key path is translated")
    func order() throws {
        #expect(
            try FetchSortDescriptor(SortDescriptor(\Book.stock, order: .reverse), in: model)
                == FetchSortDescriptor("stock", ascending: false))
    }

    @Test("A fetch with a #Predicate selects the right records")
    func fetched() throws {
        let library = try TestLibrary(.sqlite)
        try library.save(author: "Ada", titles: ["Engines", "Numbers"])
        try library.save(author: "Grace", titles: ["Compilers"])
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(
            #Predicate<Book> { book in
                book.author?.name == "Ada" && book.title!.localizedStandardContains("NUM")
            }, in: library.container.coordinator.layout)

        let titles = try library.context().fetch(request).map(\.title)

        #expect(titles == ["Numbers"])
    }
}
