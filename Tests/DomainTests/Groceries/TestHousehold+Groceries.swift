import Foundation
import Persistence

@testable import Domain

extension TestHousehold {
    /// Adds entries to the list, each in a separate save.
    func buy(_ texts: String...) throws {
        for text in texts {
            try change { context in try GroceryItem.add(GroceryEntry(parsing: text), in: context) }
        }
    }

    /// Changes the list, and saves as the application does.
    func change(_ body: (ManagedObjectContext) throws -> Void) throws {
        try household.container.write { context in
            try body(context)
            try household.save(context)
        }
    }

    /// The displayed list: the summaries, with a tick if ticked off.
    func groceries() throws -> [String] {
        try household.container.read { context in
            try GroceryItem.all(in: context).map { item in
                try (item.isTicked ? "✓ " : "") + item.summaryText
            }
        }
    }

    @discardableResult
    func undo() throws -> GroceryUndo.Outcome {
        try household.container.write { context in
            let outcome = try GroceryUndo(context).undo()
            try household.save(context)
            return outcome
        }
    }

    @discardableResult
    func redo() throws -> GroceryUndo.Outcome {
        try household.container.write { context in
            let outcome = try GroceryUndo(context).redo()
            try household.save(context)
            return outcome
        }
    }

    /// The titles of the next steps to undo and to redo.
    func titles() throws -> [String?] {
        try household.container.read { context in
            let undo = try GroceryUndo(context)
            return [undo.undoTitle, undo.redoTitle]
        }
    }

    /// The only grocery of a name.
    static func grocery(_ name: String, _ context: ManagedObjectContext) throws -> GroceryItem {
        guard let item = try GroceryItem.all(in: context).first(where: { $0.name == name }) else {
            throw NoSuchItem()
        }
        return item
    }

    /// Ticks an item off.
    func tick(_ name: String, _ isTicked: Bool = true) throws {
        try change { try Self.grocery(name, $0).isTicked = isTicked }
    }
}
