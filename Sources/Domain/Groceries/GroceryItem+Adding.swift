public import Foundation
public import Persistence

extension GroceryItem {
    /// Adds an entry to the list, after the items that are still to be bought.
    ///
    /// If an item with the same name, regardless of case and accents, and the same unit exists, the
    /// quantity is added to it. A ticked-off item becomes active again with the new quantity only.
    ///
    /// - Throws: errors of the store.
    @discardableResult
    public static func add(
        _ entry: GroceryEntry, in context: ManagedObjectContext
    ) throws -> GroceryItem {
        try GroceryName.note(entry.name, in: context)
        let same = try entry.same(in: context)
        guard let item = same.first(where: { !$0.isTicked }) ?? same.first else {
            let item = try append(in: context)
            item.name = entry.name
            item.quantity = entry.quantity
            item.unit = entry.unit
            return item
        }
        if item.isTicked {
            item.isTicked = false
            item.quantity = entry.quantity
        } else {
            item.quantity = (item.quantity ?? 0) + entry.quantity
        }
        return item
    }
}

/// The outcome of an entry that was added under a key.
public struct GroceryAddition {
    /// The item with the entry; nil if it was deleted since.
    public let item: GroceryItem?
    /// Whether the item was new.
    public let isNew: Bool
}

extension GroceryItem {
    /// Adds an entry as above, but only once for a key: the second time, nothing is changed.
    /// Without a key, it is always added.
    ///
    /// A new item has this key. If the entry was added to another item, or the item was deleted
    /// since, the step of the change has it, as long as that can be undone.
    ///
    /// - Throws: errors of the store.
    public static func add(
        _ entry: GroceryEntry, under key: UUID?, in context: ManagedObjectContext
    ) throws -> GroceryAddition {
        if let key, let known = try addition(under: key, in: context) { return known }
        let item = try add(entry, in: context)
        if let key, item.isInserted { item.key = key } else { item.additionKey = key }
        return GroceryAddition(item: item, isNew: item.isInserted)
    }

    private static func addition(
        under key: UUID, in context: ManagedObjectContext
    ) throws -> GroceryAddition? {
        if let item = try item(withKey: key, in: context) {
            return GroceryAddition(item: item, isNew: true)
        }
        for change in try UndoStep.groceryChanges(naming: key, in: context) {
            if change.key == key { return GroceryAddition(item: nil, isNew: true) }
            guard change.additionKey == key else { continue }
            let item = try item(withKey: change.key, in: context)
            return GroceryAddition(item: item, isNew: false)
        }
        return nil
    }

    private static func item(
        withKey key: UUID, in context: ManagedObjectContext
    ) throws -> GroceryItem? {
        try context.fetchFirst(FetchRequest<GroceryItem>(FetchExpression.key("key") == key))
    }
}

extension GroceryItem {
    /// Makes an item after those that are still to be bought.
    ///
    /// - Throws: errors of the store.
    public static func append(in context: ManagedObjectContext) throws -> GroceryItem {
        let place = try lastPlace(in: context)
        let item = GroceryItem(context: context)
        item.orderingValue = place
        return item
    }
}

extension GroceryEntry {
    /// The items with the same name and unit.
    fileprivate func same(in context: ManagedObjectContext) throws -> [GroceryItem] {
        var request = GroceryQuery().fetchRequest
        request.predicate = try FetchPredicate(format: "name ==[cd] %@", name)
        return try context.fetch(request).filter {
            $0.unit?.foldedForMatching == unit?.foldedForMatching
        }
    }
}
