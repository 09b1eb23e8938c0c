import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Further details of items")
struct ItemDetailsTests {
    private static let start = CalendarDay(year: 2024, month: 1, day: 31)

    @Test(
        "A warranty ends on a day, after a period from the purchase, or never",
        arguments: [
            ("2027-03-01", "2027-03-01"), ("3 years", "2027-01-31"), ("1 month", "2024-02-29"),
            ("13 Months", "2025-02-28"), ("2 weeks", "2024-02-14"), ("90 days", "2024-04-30"),
            ("for life", "for life"), ("Lifetime", "for life"),
        ])
    func warranties(text: String, expected: String) throws {
        let start = try #require(Self.start)

        #expect(try Warranty(parsing: text, from: start).text == expected)
    }

    @Test(
        "An invalid end of a warranty is refused",
        arguments: ["", "soon", "3", "years", "-1 years", "0 days", "2027-02-30", "3 years ago"])
    func noWarranty(text: String) throws {
        let start = try #require(Self.start)

        #expect(throws: FieldFault.self) { try Warranty(parsing: text, from: start) }
    }

    @Test("A lifetime warranty and an end date replace each other")
    func warrantyOfItem() throws {
        let test = try TestHousehold()
        try test.household.container.write { context in
            let item = try Item.append(in: context)
            item.itemName = "Pan"
            item.warranty = .lifetime
            #expect(item.hasLifetimeWarranty && item.warrantyUntil == nil)
            item.warranty = Self.start.map { .until($0) }
            #expect(!item.hasLifetimeWarranty && item.warrantyUntil == Self.start?.date)
            item.warranty = nil
            #expect(item.warranty == nil)
        }
    }

    @Test(
        "A number is read in any common notation",
        arguments: [
            ("A-0042", 42), ("a42", 42), ("A-12345", 12_345), (" 7 ", 7), ("A-0", nil), ("", nil),
            ("B-1", nil), ("A-4x", nil), ("-1", nil), ("999999999999", 999_999_999_999),
            ("9999999999999", nil),
        ] as [(String, Int64?)])
    func numbers(text: String, expected: Int64?) {
        #expect(ItemNumber.parse(text) == expected)
        #expect(ItemNumber.text(42) == "A-0042")
        #expect(ItemNumber.text(123_456) == "A-123456")
        #expect(ItemNumber.parse("42", isBare: false) == nil)
    }

    @Test("New items get the next number, and no number is reused")
    func numbering() throws {
        let test = try TestHousehold()
        try test.add(["A", "B"])
        try test.household.container.write { context in
            context.delete(try TestHousehold.item("B", context))
            try TestHousehold.item("A", context).itemNumber = 9
            try test.household.save(context)
        }
        try test.add(["C"])
        try test.household.container.write { context in
            context.delete(try TestHousehold.item("C", context))
            try test.household.save(context)
        }
        try test.add(["D"])

        let numbers = try test.household.container.read { context in
            try ["A", "D"].map { try TestHousehold.item($0, context).itemNumber }
        }
        #expect(numbers == [9, 11])
    }

    @Test(
        "Items without a number get one when the store is opened"
    )
    func oldItems() throws {
        let test = try TestHousehold()
        try test.add(["A", "B"])
        try test.household.container.write { context in
            try TestHousehold.item("A", context).itemNumber = 0
            try context.save()
        }
        try test.household.close()

        let again = try Household(directory: test.directory)
        defer { try? again.close() }
        let numbers = try again.container.read { context in
            try ["A", "B"].map { try TestHousehold.item($0, context).itemNumber }
        }
        #expect(numbers == [3, 2])
    }

    @Test("An item is identified by its number, its key, or its name alone")
    func naming() throws {
        let test = try TestHousehold()
        try test.add(["Toolbox", "Drill", "Drill"])
        try test.household.container.read { context in
            func names(_ text: String) throws -> [Int64] {
                try Item.named(text, in: context).map(\.itemNumber)
            }
            let key = try TestHousehold.item("Toolbox", context).key
            #expect(try names("A-0001") == [1])
            #expect(try names("a-1 whatever") == [1])
            #expect(try names(key.uuidString) == [1])
            #expect(try names("Toolbox") == [1])
            #expect(try names("Drill").count == 2)
            #expect(try names("Saw").isEmpty)
        }
    }

    @Test("Items in the trash for 30 days are deleted for good, with their picture")
    func trash() throws {
        let test = try TestHousehold()
        try test.add(["Old", "New", "Kept"])
        let days: [String: Double] = ["Old": 31, "New": 29]
        try test.household.container.write { context in
            for (name, count) in days {
                try TestHousehold.item(name, context).trashedDate = Date().addingTimeInterval(
                    -count * 24 * 60 * 60)
            }
            try test.household.save(context)
        }
        let place = try test.household.container.read { context in
            try ItemOrder.place(of: TestHousehold.item("Kept", context), in: context)
        }
        #expect(place?.index == 0 && place?.count == 1)

        try test.household.forgetStale()

        #expect(try test.names() == ["New", "Kept"])
    }
}
