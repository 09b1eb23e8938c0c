import Foundation
import Persistence
import Testing

@testable import Domain

struct BookHistoryTests {
    @Test("Each change of title, price and category is recorded with both values and the time")
    func changes() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", category: "Travel")
        #expect(try test.history(of: book) == [])
        let start = Date()

        try test.change { context in try #require(try Book.find(book, in: context)).title = "Map" }
        try test.change { context in
            try #require(try Book.find(book, in: context)).price = Decimal(string: "7.5")
        }
        try test.change { context in
            try #require(try Book.find(book, in: context)).category =
                try BookCategory.named("Cooking", in: context)
        }

        #expect(
            try test.history(of: book) == [
                "title: Atlas → Map", "price: 10.00 → 7.50", "category: Travel → Cooking",
            ])
        let dates = try test.household.container.read { context in
            try Book.find(book, in: context)?.history().compactMap(\.date) ?? []
        }
        #expect(dates.allSatisfy { (start...Date()).contains($0) })
    }

    @Test("Adding a book, or pages to it, is not recorded as a change")
    func noChanges() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas")

        try test.change { context in
            let book = try #require(try Book.find(book, in: context))
            book.title = "Atlas"
            book.addPage("a", in: context)
        }

        #expect(try test.history(of: book) == [])
    }

    @Test("A book that is changed right after it was added is observed too")
    func changedAfterAdding() throws {
        let test = try TestHousehold()
        let number = try test.household.container.write { context in
            let category = try BookCategory.named("Travel", in: context)
            let book = try Book.add(title: "A", price: 1, category: category, in: context)
            book.title = "B"
            try test.household.save(context)
            book.title = "C"
            try test.household.save(context)
            return book.savedNumber
        }

        #expect(try test.history(of: number) == ["title: B → C"])
    }

    @Test("Several changes before a save are recorded as one, and none if nothing differs")
    func severalChanges() throws {
        let test = try TestHousehold()
        let book = try test.addBook("A")

        try test.change { context in
            let book = try #require(try Book.find(book, in: context))
            book.title = "B"
            book.title = "C"
            book.price = 11
            book.price = 10
        }

        #expect(try test.history(of: book) == ["title: A → C"])
    }

    @Test("Changes that were rolled back or refused are not recorded")
    func rollback() throws {
        let test = try TestHousehold()
        let book = try test.addBook("A")

        try test.household.container.write { context in
            try #require(try Book.find(book, in: context)).title = "B"
            context.rollback()
            try #require(try Book.find(book, in: context)).price = 12
            try test.household.save(context)
        }
        let reasons = try test.reasons { context in
            try #require(try Book.find(book, in: context)).title = nil
        }

        #expect(reasons == ["title is a required value"])
        #expect(try test.history(of: book) == ["price: 10.00 → 12.00"])
    }

    @Test("A book’s history records the deletion of its category")
    func deletedCategory() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", category: "Travel")

        try test.change { context in
            try #require(try BookCategory.named("Travel", in: context)).delete(.keep, in: context)
        }

        #expect(try test.history(of: book) == ["category: Travel → –"])
    }

    @Test("Deleting a book deletes its history")
    func deletedBook() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas")
        try test.change { context in try #require(try Book.find(book, in: context)).title = "Map" }

        try test.change { context in
            context.delete(try #require(try Book.find(book, in: context)))
        }

        let contents = try test.household.container.read { try BookSamples.contents(in: $0) }
        #expect(contents.changeCount == 0)
    }
}
