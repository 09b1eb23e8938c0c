import Foundation
import Persistence
import Testing

@testable import Domain

struct GroceryUndoTests {
    @Test("Each kind of change can be undone and redone, with a description")
    func titles() throws {
        let test = try TestHousehold()
        var states: [[String]] = [[]]
        let changes: [(title: String, body: (ManagedObjectContext) throws -> Void)] = [
            ("add 2 l milk", { try GroceryItem.add(GroceryEntry(parsing: "2 l milk"), in: $0) }),
            (
                "change 2 l milk to 3 l milk",
                { try GroceryItem.add(GroceryEntry(parsing: "1 l milk"), in: $0) }
            ),
            (
                "add 4 items",
                { context in
                    for name in ["a", "b", "c", "d"] {
                        try GroceryItem.add(GroceryEntry(name: name), in: context)
                    }
                }
            ),
            ("move d", { try TestHousehold.grocery("d", $0).move(to: 0, in: $0) }),
            ("tick a", { try TestHousehold.grocery("a", $0).isTicked = true }),
            ("untick a", { try TestHousehold.grocery("a", $0).isTicked = false }),
            ("tick 5 items", { try GroceryItem.all(in: $0).forEach { $0.isTicked = true } }),
            (
                "change 1 × b to 1 × butter",
                { try TestHousehold.grocery("b", $0).name = "butter" }
            ),
            ("delete 1 × c", { $0.delete(try TestHousehold.grocery("c", $0)) }),
            ("clear 4 items", { try GroceryItem.clearTicked(in: $0) }),
        ]
        for change in changes {
            try test.change(change.body)
            #expect(try test.titles() == [change.title, nil])
            states.append(try test.groceries())
        }

        for (index, change) in changes.enumerated().reversed() {
            #expect(try test.undo() == .done(change.title))
            #expect(try test.groceries() == states[index])
            #expect(try test.titles()[1] == change.title)
        }
        #expect(try test.undo() == .none)
        for (index, change) in changes.enumerated() {
            #expect(try test.redo() == .done(change.title))
            #expect(try test.groceries() == states[index + 1])
        }
        #expect(try test.redo() == .none)
    }

    @Test("A new change discards the steps to redo")
    func newBranch() throws {
        let test = try TestHousehold()
        try test.buy("a", "b")
        try test.undo()
        #expect(try test.titles() == ["add 1 × a", "add 1 × b"])

        try test.buy("c")

        #expect(try test.titles() == ["add 1 × c", nil])
        #expect(try test.redo() == .none)
        try test.undo()
        #expect(try test.groceries() == ["1 × a"])
    }

    @Test("Fifty steps are stored")
    func limit() throws {
        let test = try TestHousehold()
        for number in 1...60 { try test.buy("thing\(number)a") }

        var count = 0
        while case .done = try test.undo() { count += 1 }

        #expect(count == 50)
        #expect(try test.groceries().count == 10)
        for _ in 0..<50 { try test.redo() }
        #expect(try test.groceries().count == 60)
    }

    @Test("A step that others made impossible is refused with the reason, and discarded")
    func impossible() throws {
        let test = try TestHousehold()
        try test.buy("a", "b")
        try test.change { try TestHousehold.grocery("b", $0).quantity = 7 }
        // Another program writes to the store, which adds no step.
        try test.household.container.write { context in
            try TestHousehold.grocery("b", context).quantity = 8
            try context.save()
        }

        #expect(try test.undo() == .impossible("change 1 × b to 7 × b"))

        #expect(try test.groceries() == ["1 × a", "8 × b"])
        #expect(try test.titles() == ["add 1 × b", nil])
        #expect(try test.undo() == .impossible("add 1 × b"))
        #expect(try test.undo() == .done("add 1 × a"))
        #expect(try test.groceries() == ["8 × b"])
        #expect(try test.titles() == [nil, "add 1 × a"])
    }

    @Test("Undoing a step keeps the changes of others to other properties")
    func independentChanges() throws {
        let test = try TestHousehold()
        try test.buy("a")
        try test.tick("a")
        try test.household.container.write { context in
            try TestHousehold.grocery("a", context).quantity = 8
            try context.save()
        }

        #expect(try test.undo() == .done("tick a"))

        #expect(try test.groceries() == ["8 × a"])
    }

    @Test("A step of several items is undone as a whole or not at all")
    func wholeSteps() throws {
        let test = try TestHousehold()
        try test.buy("a", "b")
        try test.change { try GroceryItem.all(in: $0).forEach { $0.isTicked = true } }
        try test.household.container.write { context in
            context.delete(try TestHousehold.grocery("b", context))
            try context.save()
        }

        #expect(try test.undo() == .impossible("tick 2 items"))

        #expect(try test.groceries() == ["✓ 1 × a"])
    }

    @Test("A refused change adds no step")
    func refusedChange() throws {
        let test = try TestHousehold()
        try test.buy("a")

        try test.household.container.write { context in
            let item = try TestHousehold.grocery("a", context)
            item.quantity = 0
            #expect(throws: PersistenceError.self) { try test.household.save(context) }
            item.quantity = 2
            try test.household.save(context)
        }

        #expect(try test.titles() == ["change 1 × a to 2 × a", nil])
        try test.undo()
        #expect(try test.titles() == ["add 1 × a", "change 1 × a to 2 × a"])
    }

    @Test("A change of thousands of items clears the undo steps")
    func largeChange() throws {
        let test = try TestHousehold()
        try test.buy("a")

        try test.change { context in
            for number in 0...UndoStep.mostGroceryChanges {
                GroceryItem(context: context).name = "thing \(number)"
            }
        }

        #expect(try test.titles() == [nil, nil])
    }

    @Test("Changes in other sections add no steps")
    func otherSections() throws {
        let test = try TestHousehold()
        try test.add(["Sofa"])
        #expect(try test.titles() == [nil, nil])
    }

    @Test(
        "Any sequence of changes, undo, redo and reopening behaves as a plain list does",
        arguments: [1, 2, 3, 4])
    func randomWalk(seed: UInt64) throws {
        var numbers = SeededNumbers(state: seed)
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        var household = try Household(directory: directory)
        defer { try? household.close() }
        var plain = PlainGroceries()

        for step in 0..<400 {
            let choice = Int.random(in: 0..<12, using: &numbers)
            let place = Int.random(in: 0..<12, using: &numbers)
            let name = String("abcdefgh".randomElement(using: &numbers) ?? "a")
            if choice == 0 {
                try household.close()
                household = try Household(directory: directory)
                continue
            }
            try household.container.write { context in
                let items = try GroceryItem.all(in: context)
                let item = items.isEmpty ? nil : items[place % items.count]
                let index = items.isEmpty ? 0 : place % items.count
                switch choice {
                case 1...3:
                    try GroceryItem.add(
                        GroceryEntry(name: name, quantity: Decimal(place + 1)), in: context)
                    plain.add(name, place + 1)
                case 4:
                    item?.isTicked.toggle()
                    plain.toggle(index)
                case 5:
                    try item?.move(to: place / 2, in: context)
                    plain.move(index, to: place / 2)
                case 6:
                    if let item { context.delete(item) }
                    plain.delete(index)
                case 7:
                    try GroceryItem.clearTicked(in: context)
                    plain.clear()
                case 8...10:
                    let outcome = try GroceryUndo(context).undo()
                    let isDone = plain.undo()
                    #expect((outcome != .none) == isDone)
                default:
                    let outcome = try GroceryUndo(context).redo()
                    let isDone = plain.redo()
                    #expect((outcome != .none) == isDone)
                }
                try household.save(context)
            }
            let shown = try household.container.read { context in
                try GroceryItem.all(in: context).map {
                    PlainGroceries.Item(
                        name: $0.name ?? "", quantity: $0.quantity ?? 0, isTicked: $0.isTicked)
                }
            }
            #expect(shown == plain.shown, "step \(step) of seed \(seed)")
            guard shown == plain.shown else { return }
        }
    }
}
