import Foundation
import Persistence
import Testing

@testable import Domain

struct ItemOrderTests {
    @Test("New items are appended, from 1.0 on")
    func append() throws {
        let test = try TestHousehold()

        try test.add(["A", "B", "C"])

        let values = try test.household.container.read { context in
            try context.fetch(FetchRequest<Item>()).map(\.orderingValue).sorted()
        }
        #expect(values == [1, 2, 3])
        #expect(try test.names() == ["A", "B", "C"])
    }

    @Test(
        "A moved item gets the mean of its new neighbors’ values",
        arguments: [
            ("C", 0, "CABD", 0.0), ("A", 3, "BCDA", 5.0), ("A", 99, "BCDA", 5.0),
            ("A", 1, "BACD", 2.5), ("D", 1, "ADBC", 1.5), ("B", 1, "ABCD", 2.0),
        ])
    func move(name: String, index: Int, expected: String, value: Double) throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C", "D"])

        try test.move(name, to: index)

        let found = try test.household.container.read { context in
            try TestHousehold.item(name, context).orderingValue
        }
        #expect(try test.names().joined() == expected)
        #expect(found == value)
    }

    @Test("A move writes only the moved row")
    func oneRow() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C", "D"])

        try test.move("D", to: 1)

        let versions = try test.household.container.read { context in
            try ["A", "B", "C", "D"].map { try TestHousehold.item($0, context).rowVersion }
        }
        #expect(versions == [1, 1, 1, 2])
    }

    @Test("Steps stop at the ends of the list")
    func steps() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C"])
        let moves: [(String, ListPosition, String)] = [
            ("A", .up, "ABC"), ("C", .down, "ABC"), ("A", .down, "BAC"), ("C", .up, "BCA"),
            ("A", .first, "ABC"), ("B", .last, "ACB"), ("B", .last, "ACB"), ("A", .first, "ACB"),
        ]

        for (name, position, expected) in moves {
            try test.household.container.write { context in
                let item = try TestHousehold.item(name, context)
                try ItemOrder.move(item, to: position, in: context)
                try test.household.save(context)
            }

            #expect(try test.names().joined() == expected)
        }
    }

    @Test("The list is renumbered transparently when a gap becomes too small")
    func renumbering() throws {
        let test = try TestHousehold()
        try test.add(["X", "A", "B", "C"])
        try test.delete("X")
        var expected = ["A", "B", "C"]

        // The last item is moved to the second place repeatedly: each move halves the gap after A.
        for _ in 0..<120 {
            try test.move(expected[2], to: 1)
            expected.swapAt(1, 2)

            #expect(try test.names() == expected)
        }

        let versions = try test.household.container.read { context in
            try TestHousehold.item("A", context).rowVersion
        }
        #expect(versions > 1, "A is never moved: only renumbering writes it")
    }

    @Test("Values with no representable successor are renumbered too")
    func hugeValues() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C"])
        try test.household.container.write { context in
            try TestHousehold.item("C", context).orderingValue = 1e300
            try test.household.save(context)
        }

        try test.move("A", to: 2)

        #expect(try test.names() == ["B", "C", "A"])
    }

    @Test("Moving an item separates equal values")
    func equalValues() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C"])
        try test.household.container.write { context in
            for item in try context.fetch(FetchRequest<Item>()) { item.orderingValue = 1 }
            try test.household.save(context)
        }

        try test.move("C", to: 1)

        #expect(try test.names() == ["A", "C", "B"])
    }

    @Test("Thousands of moves, additions and deletions give the order of an array")
    func likeAnArray() throws {
        let test = try TestHousehold()
        var random = SeededNumbers(state: 11)
        var array = (0..<12).map { "\($0)" }
        try test.add(array)

        for step in 0..<2_000 {
            let choice = random.next() % 20
            if choice == 0 {
                array.append("new \(step)")
                try test.add(["new \(step)"])
            } else if choice == 1, array.count > 5 {
                let name = array.remove(at: Int(random.next() % UInt64(array.count)))
                try test.delete(name)
            } else {
                let name = array.remove(at: Int(random.next() % UInt64(array.count)))
                // Half of the moves lead to one place, to exhaust its gap.
                let index =
                    random.next() % 2 == 0
                    ? min(2, array.count) : Int(random.next() % UInt64(array.count + 1))
                array.insert(name, at: index)
                try test.move(name, to: index)
            }
            if step % 100 == 0 { #expect(try test.names() == array) }
        }

        #expect(try test.names() == array)
        #expect(try test.places(array) == Array(array.indices))
    }

    @Test("Saves by other contexts update the order")
    func otherContexts() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C", "D"])
        try test.move("D", to: 0)
        let other = ManagedObjectContext(test.household.container)
        try TestHousehold.item("A", other).orderingValue = 10
        try other.save()

        try test.move("B", to: 3)

        #expect(try test.names() == ["D", "C", "A", "B"])
    }

    @Test("Concurrent moves by two browsers keep the list complete and in order")
    func twoBrowsers() async throws {
        let test = try TestHousehold()
        let names = (0..<40).map { "\($0)" }
        try test.add(names)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for browser in 0..<2 {
                group.addTask {
                    for step in 0..<50 {
                        let name = "\((step * 7 + browser * 13) % 40)"
                        try await test.household.container.write { context in
                            let item = try TestHousehold.item(name, context)
                            try ItemOrder.move(item, to: step % 40, in: context)
                            try test.household.save(context)
                            let place = try ItemOrder.place(of: item, in: context)
                            #expect(place?.index == step % 40)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        let end = try test.names()
        #expect(Set(end) == Set(names))
        #expect(try test.places(end) == Array(end.indices))
    }
}

extension TestHousehold {
    fileprivate func delete(_ name: String) throws {
        try household.container.write { context in
            context.delete(try TestHousehold.item(name, context))
            try household.save(context)
        }
    }

    /// The positions of items in the cached order.
    fileprivate func places(_ names: [String]) throws -> [Int?] {
        try household.container.read { context in
            try names.map { name in
                try ItemOrder.place(of: TestHousehold.item(name, context), in: context)?
                    .index
            }
        }
    }
}
