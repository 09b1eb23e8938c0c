import Foundation
import Persistence
import Testing

@testable import Domain

struct GroceryItemTests {
    @Test("Adding the same name with the same unit increases the quantity")
    func adding() throws {
        let test = try TestHousehold()

        try test.buy("2 l milk", "crème", "½ l MILK", "milk", "Creme 3", "500 g milk")

        #expect(
            try test.groceries() == ["2.5 l milk", "4 × crème", "1 × milk", "500 g milk"])
    }

    @Test("Under a key, an entry is added once")
    func addingUnderKey() throws {
        let test = try TestHousehold()
        let (tea, milk) = (UUID(), UUID())
        func add(_ name: String, _ key: UUID) throws -> [Bool?] {
            var outcome: [Bool?] = []
            try test.change { context in
                let entry = GroceryEntry(name: name)
                let addition = try GroceryItem.add(entry, under: key, in: context)
                outcome = [addition.item.map { $0.name == name }, addition.isNew]
            }
            return outcome
        }
        try test.buy("milk")

        for _ in 1...2 {
            #expect(try add("tea", tea) == [true, true])
            #expect(try add("milk", milk) == [true, false])
        }
        #expect(try test.groceries() == ["2 × milk", "1 × tea"])

        try test.change { context in try GroceryItem.all(in: context).forEach(context.delete) }
        #expect(try add("tea", tea) == [nil, true])
        #expect(try add("milk", milk) == [nil, false])
        #expect(try test.groceries() == [])
    }

    @Test("An item that was ticked off is to be bought again in the new quantity")
    func addingTicked() throws {
        let test = try TestHousehold()
        try test.buy("5 eggs", "milk")
        try test.tick("eggs")
        #expect(try test.groceries() == ["1 × milk", "✓ 5 × eggs"])

        try test.buy("2 eggs")

        #expect(try test.groceries() == ["2 × eggs", "1 × milk"])
    }

    @Test("A quantity has a default, a minimum, a maximum and three decimal places")
    func bounds() throws {
        let test = try TestHousehold()
        let reasons = { (quantity: String) in
            try test.reasons { context in
                let item = GroceryItem(context: context)
                #expect(item.quantity == 1)
                item.name = "milk"
                item.quantity = Decimal(string: quantity)
            }
        }

        #expect(try reasons("0") == ["quantity is too small: at least 0.001"])
        #expect(try reasons("-1") == ["quantity is too small: at least 0.001"])
        #expect(try reasons("10000.5") == ["quantity is too large: at most 10000"])
        #expect(try reasons("1.2345") == ["quantity has more than 3 decimal places"])
        #expect(try reasons("0.001") == [])
        #expect(try reasons("10000") == [])
    }

    @Test("A name has a maximum length, and is not a card number")
    func names() throws {
        let test = try TestHousehold()
        let reasons = { (name: String?) in
            try test.reasons { GroceryItem(context: $0).name = name }
        }

        #expect(try reasons(nil) == ["name is a required value"])
        #expect(
            try reasons(String(repeating: "x", count: 201))
                == ["name is too long: at most 200 characters"])
        #expect(try reasons("4111 1111 1111 1111") == ["name \(CardNumber.refusal)"])
    }

    @Test("The summary is cached until a part changes, and is not a change itself")
    func summary() throws {
        let test = try TestHousehold()
        try test.buy("2 milk")

        try test.household.container.write { context in
            let item = try TestHousehold.grocery("milk", context)
            #expect(item.summary == nil)
            #expect(try item.summaryText == "2 × milk")
            #expect(item.summary == "2 × milk")
            #expect(!context.hasChanges)
            item.isTicked = true
            #expect(item.summary == "2 × milk")
            item.unit = "l"
            #expect(item.summary == nil)
            #expect(try item.summaryText == "2 l milk")
            item.quantity = Decimal(string: "1.5")
            #expect(try item.summaryText == "1.5 l milk")
            item.name = "oat milk"
            #expect(try item.summaryText == "1.5 l oat milk")
            item.unit = "carton"
            #expect(try item.summaryText == "1.5 cartons oat milk")
            item.quantity = 1
            #expect(try item.summaryText == "1 carton oat milk")
            context.rollback()
            #expect(try item.summaryText == "2 × milk")
        }
    }

    @Test("Items that are ticked off are listed last, and can be cleared")
    func clearing() throws {
        let test = try TestHousehold()
        try test.buy("a", "b", "c", "d")
        try test.tick("a")
        try test.tick("c")
        #expect(try test.groceries() == ["1 × b", "1 × d", "✓ 1 × a", "✓ 1 × c"])

        try test.change { context in
            let count = try GroceryItem.clearTicked(in: context)
            #expect(count == 2)
        }

        #expect(try test.groceries() == ["1 × b", "1 × d"])
    }

    @Test("Moves use the index in the displayed list")
    func moving() throws {
        let test = try TestHousehold()
        try test.buy("a", "b", "c", "d", "e")
        try test.tick("b")
        try test.tick("d")
        func names(after move: @escaping (ManagedObjectContext) throws -> Void) throws -> String {
            try test.change(move)
            return try test.household.container.read { context in
                try GroceryItem.all(in: context).compactMap(\.name).joined()
            }
        }
        #expect(try names { _ in } == "acebd")

        #expect(try names { try TestHousehold.grocery("e", $0).move(to: 0, in: $0) } == "eacbd")
        #expect(try names { try TestHousehold.grocery("e", $0).move(to: 1, in: $0) } == "aecbd")
        #expect(try names { try TestHousehold.grocery("a", $0).move(to: 99, in: $0) } == "ecabd")
        #expect(try names { try TestHousehold.grocery("d", $0).move(to: 0, in: $0) } == "ecadb")
        #expect(
            try names { try TestHousehold.grocery("a", $0).move(to: .first, in: $0) } == "aecdb")
        #expect(try names { try TestHousehold.grocery("c", $0).move(to: .up, in: $0) } == "acedb")
        #expect(try names { try TestHousehold.grocery("a", $0).move(to: .down, in: $0) } == "caedb")
        #expect(try names { try TestHousehold.grocery("b", $0).move(to: .up, in: $0) } == "caebd")
    }

    @Test("Any number of moves keeps the order, even when the numbers are exhausted")
    func renumbering() throws {
        let test = try TestHousehold()
        try test.buy("a", "b", "c")

        try test.household.container.write { context in
            for _ in 0..<120 {
                let last = try #require(try GroceryItem.all(in: context).last)
                let expected = try GroceryItem.all(in: context).compactMap(\.name)
                try last.move(to: 1, in: context)
                try test.household.save(context)
                let names = try GroceryItem.all(in: context).compactMap(\.name)
                #expect(names == [expected[0], expected[2], expected[1]])
            }
        }
    }

    @Test("Names that were typed before are suggested, the most used first")
    func suggestions() throws {
        let test = try TestHousehold()
        try test.buy("milk", "eggs", "2 l Milk", "bread", "éggs", "MILK")
        try test.change { try $0.fetch(FetchRequest<GroceryItem>()).forEach($0.delete) }

        let names = try test.household.container.read { try GroceryName.suggestions(in: $0) }

        #expect(names == ["MILK", "éggs", "bread"])
    }

    @Test("Only the most recent typed names are stored")
    func suggestionLimit() throws {
        let test = try TestHousehold()

        try test.change { context in
            for number in 0..<GroceryName.limit + 3 {
                let date = Date(timeIntervalSinceReferenceDate: Double(number))
                try GroceryName.note("name \(number)", at: date, in: context)
            }
        }

        let names = try test.household.container.read {
            try GroceryName.suggestions(1_000, in: $0)
        }
        #expect(names.count == GroceryName.limit)
        #expect(!names.contains("name 2"))
        #expect(names.contains("name 3"))
    }
}
