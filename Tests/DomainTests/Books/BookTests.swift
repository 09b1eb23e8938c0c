import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

struct BookTests {
    @Test("A new book has a category, a title, and a price in cents")
    func rules() throws {
        let test = try TestHousehold()
        let reasons = { (title: String?, price: String, hasCategory: Bool) in
            try test.reasons { context in
                let category = try #require(try BookCategory.all(in: context).first)
                try Book.add(
                    title: title, price: Decimal(string: price),
                    category: hasCategory ? category : nil, in: context)
            }
        }

        #expect(try reasons("Soup", "9.95", true) == [])
        #expect(try reasons("Soup", "9.95", false) == ["category is a required value"])
        #expect(try reasons(nil, "9.95", true) == ["title is a required value"])
        #expect(try reasons("Soup", "-1", true) == ["price is too small: at least 0"])
        #expect(try reasons("Soup", "1.005", true) == ["price has more than 2 decimal places"])
        #expect(
            try reasons("Soup", "12345678901234.56", true)
                == ["price has 16 significant digits, at most 15 are kept exactly"])
        #expect(
            try reasons("4111 1111 1111 1111", "1", true) == ["title \(CardNumber.refusal)"])
    }

    @Test(
        "An ISBN has ten or thirteen digits with a valid check digit, whatever the separators",
        arguments: [
            ("978-3-16-148410-0", "9783161484100", true), ("0–8044–2957–x", "080442957X", true),
            ("=\"0439785960\"", "0439785960", true), ("9783161484101", "9783161484101", false),
            ("0439785961", "0439785961", false), ("soup", "soup", false),
            ("97831614841", "97831614841", false),
        ])
    func isbn(typed: String, kept: String, isRight: Bool) throws {
        #expect(ISBN.read(typed) == kept)
        let reasons = try TestHousehold().reasons { context in
            let category = try BookCategory.all(in: context).first
            let book = try Book.add(title: "Soup", price: 1, category: category, in: context)
            book.isbn = ISBN.read(typed)
        }
        #expect(reasons.isEmpty == isRight, "\(reasons)")
    }

    @Test("A page requires a text and a book")
    func pageRules() throws {
        let test = try TestHousehold()

        let reasons = try test.reasons { context in _ = Page(context: context) }

        #expect(Set(reasons) == ["text is a required value", "book is a required value"])
    }

    @Test("A category's bargains are its books below 12")
    func bargains() throws {
        let test = try TestHousehold()
        try test.change { context in
            let category = BookCategory(context: context)
            category.name = "Art"
            for (title, price) in [("A", "11.99"), ("B", "12"), ("C", "0"), ("D", "12.01")] {
                try Book.add(
                    title: title, price: Decimal(string: price), category: category, in: context)
            }
        }

        let titles = try test.household.container.read { context in
            try #require(try BookCategory.named("ART", in: context)).bargainBooks
                .compactMap(\.title)
        }

        #expect(Set(titles) == ["A", "C"])
    }

    @Test("Pages are ordered, inserted anywhere and moved")
    func pages() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", pages: ["a", "b", "c"])
        func texts(after change: (Book, ManagedObjectContext) -> Void) throws -> String {
            try test.change { context in
                change(try #require(try Book.find(book, in: context)), context)
            }
            return try test.household.container.read { context in
                try #require(try Book.find(book, in: context)).pages.compactMap(\.text).joined()
            }
        }

        #expect(try texts { book, context in book.addPage("d", in: context) } == "abcd")
        #expect(try texts { book, context in book.addPage("0", at: 0, in: context) } == "0abcd")
        #expect(try texts { book, context in book.addPage("9", at: 99, in: context) } == "0abcd9")
        #expect(try texts { book, _ in book.move(book.pages[5], to: 0) } == "90abcd")
        #expect(try texts { book, _ in book.move(book.pages[0], to: 99) } == "0abcd9")
        #expect(try texts { book, _ in book.move(book.pages[1], to: 3) } == "0bcad9")
        #expect(try texts { book, _ in book.move(book.pages[3], to: .first) } == "a0bcd9")
        #expect(try texts { book, _ in book.move(book.pages[0], to: .up) } == "a0bcd9")
        #expect(try texts { book, _ in book.move(book.pages[0], to: .down) } == "0abcd9")
        #expect(try texts { book, _ in book.move(book.pages[0], to: .last) } == "abcd90")
        #expect(try texts { book, context in context.delete(book.pages[4]) } == "abcd0")
    }

    @Test("A page knows the previous and the next one")
    func turning() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", pages: ["a", "b", "c"])

        try test.household.container.read { context in
            let pages = try #require(try Book.find(book, in: context)).pages
            let numbers = pages.map(\.objectID.recordNumber)
            let places = pages.map(\.place)
            #expect(places.map { $0?.index } == [0, 1, 2])
            #expect(places.map { $0?.count } == [3, 3, 3])
            #expect(places.map { $0?.previous } == [nil, numbers[0], numbers[1]])
            #expect(places.map { $0?.next } == [numbers[1], numbers[2], nil])
        }
    }

    @Test("Deleting a category leaves its books without one, or deletes them if that is chosen")
    func deletingCategories() throws {
        let test = try TestHousehold()
        try test.change { context in
            try #require(try BookCategory.named("Cooking", in: context)).delete(.keep, in: context)
            try #require(try BookCategory.named("Travel", in: context))
                .delete(.delete, in: context)
        }

        try test.household.container.read { context in
            #expect(try BookCategory.all(in: context).map(\.name) == ["Gardening"])
            var query = BookQuery()
            query.category = BookQuery.CategoryFilter.none
            let request = try query.fetchRequest(context.coordinator)
            let titles = try context.fetch(request).compactMap(\.title)
            #expect(titles == ["Bread without Haste", "Soups for Cold Evenings"])
            #expect(try context.count(for: FetchRequest<Book>()) == 4)
            #expect(try context.fetch(FetchRequest<Page>()).allSatisfy { $0.book != nil })
        }
    }

    @Test("A book without a category can be changed")
    func withoutCategory() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", category: "Travel")
        try test.change { context in
            try #require(try BookCategory.named("Travel", in: context)).delete(.keep, in: context)
        }

        let reasons = try test.reasons { context in
            try #require(try Book.find(book, in: context)).price = 5
        }

        #expect(reasons == [])
    }

    @Test("The model states the effect of each delete rule, with numbers")
    func deleteRules() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", category: "Travel", pages: ["a", "b"])
        try test.change { context in try #require(try Book.find(book, in: context)).title = "Map" }

        try test.household.container.read { context in
            let category = try #require(try BookCategory.named("Travel", in: context))
            #expect(
                try DeleteRuleOutcome.all(of: category).map(\.text) == ["books Book Nullify 3"])
            let map = try #require(try Book.find(book, in: context))
            #expect(
                try DeleteRuleOutcome.all(of: map).map(\.text) == [
                    "category BookCategory Nullify 1", "changes BookChange Cascade 1",
                    "pages Page Cascade 2",
                ])
            let page = try #require(map.pages.first)
            #expect(try DeleteRuleOutcome.all(of: page).map(\.text) == ["book Book Nullify 1"])
        }
    }

    @Test("Books are found by words of the title and the category, and by category")
    func search() throws {
        let test = try TestHousehold()
        let titles = { (change: (inout BookQuery) -> Void) in
            var query = BookQuery()
            change(&query)
            return try test.household.container.read { context in
                try context.fetch(query.fetchRequest(context.coordinator)).compactMap(\.title)
            }
        }
        let travel = try test.household.container.read {
            try BookCategory.named("Travel", in: $0)?.savedNumber ?? 0
        }

        #expect(try titles { $0.search = "COOKING brèad" } == ["Bread without Haste"])
        #expect(
            try titles { $0.category = .category(travel) }
                == ["By Slow Train to the Sea", "Walks of an Hour"])
        #expect(
            try titles { $0.predicate = try? FetchPredicate(format: "price < 9") }
                == ["Walks of an Hour"])
    }
}

extension DeleteRuleOutcome {
    fileprivate var text: String { "\(relationship) \(destination) \(rule.rawValue) \(count)" }
}
