import Foundation
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
