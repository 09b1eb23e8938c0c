import Foundation
import Persistence

/// The change of one item in a step. A restored item keeps its key, but not its record number.
struct GroceryChange: Codable, Hashable {
    var key: UUID
    /// Nil if the step added the item.
    var before: GroceryState?
    /// Nil if the step deleted the item.
    var after: GroceryState?
    /// The key of an entry that was added to an existing item.
    var additionKey: UUID?

    /// The reverse change.
    var reversed: GroceryChange { GroceryChange(key: key, before: after, after: before) }

    /// The changes in the next save of a context.
    static func pending(in context: ManagedObjectContext) -> [GroceryChange] {
        var changes: [GroceryChange] = []
        for case let item as GroceryItem in context.insertedObjects {
            guard let key = item.key else { continue }
            changes.append(GroceryChange(key: key, before: nil, after: GroceryState(item)))
        }
        for case let item as GroceryItem in context.updatedObjects {
            let (before, after) = (GroceryState(committed: item), GroceryState(item))
            guard let key = item.key, before != after else { continue }
            changes.append(
                GroceryChange(
                    key: key, before: before, after: after, additionKey: item.additionKey))
        }
        for case let item as GroceryItem in context.deletedObjects {
            guard let key = item.key else { continue }
            changes.append(
                GroceryChange(key: key, before: GroceryState(committed: item), after: nil))
        }
        return changes
    }

    /// Whether an item is still as the change left it, so that it can be undone; nil for a missing
    /// item.
    func isReversible(_ item: GroceryItem?) -> Bool {
        switch (before, after, item) {
        case (_, nil, let item): item == nil
        case (_, _, nil): false
        case (nil, let after?, let item?): GroceryState(item) == after
        case (let before?, let after?, let item?):
            before.isRestorable(from: after, now: GroceryState(item))
        }
    }

    /// Undoes the change.
    func reverse(_ item: GroceryItem?, in context: ManagedObjectContext) {
        if let before {
            let restored = item ?? GroceryItem(context: context)
            restored.key = key
            before.restore(restored, from: after)
        } else if let item {
            context.delete(item)
        }
    }
}
