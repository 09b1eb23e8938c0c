import Foundation
public import Persistence

/// The owner's order of the items.
///
/// Each item has a number; moving an item gives it one between those of its new neighbors, which
/// are read in the same transaction.
public enum ItemOrder {
    /// The saved index of an item in the whole list, and the number of items; nil for an unsaved or
    /// trashed item.
    ///
    /// - Throws: errors of the store.
    public static func place(
        of item: Item, in context: ManagedObjectContext
    ) throws -> (index: Int, count: Int)? {
        let places = StoredPlaces(context)
        return try places.index(of: item.committedPlace).map { ($0, try places.count) }
    }

    /// The index of an item in the whole list.
    ///
    /// - Throws: errors of the store.
    public static func index(of item: Item, in context: ManagedObjectContext) throws -> Int? {
        try StoredPlaces(context).index(of: item.committedPlace)
    }

    /// The number of all items.
    ///
    /// - Throws: errors of the store.
    public static func count(in context: ManagedObjectContext) throws -> Int {
        try StoredPlaces(context).count
    }

    /// Moves an item to an index of the list without it; indexes beyond the end mean the end. The
    /// caller saves before the next move.
    ///
    /// - Throws: errors of the store.
    public static func move(
        _ item: Item, to index: Int, in context: ManagedObjectContext
    ) throws {
        let committed = item.committedPlace
        guard let gap = try StoredPlaces(context).gap(at: index, for: committed) else { return }
        if gap.holds(committed) {
            item.orderingValue = committed.value
        } else if let value = OrderingValue.between(gap.before?.value, gap.after?.value) {
            item.orderingValue = value
        } else {
            try renumber(in: context, moving: item, before: gap.after)
        }
    }

    /// Moves an item to a position. The caller saves before the next move.
    ///
    /// - Throws: errors of the store.
    public static func move(
        _ item: Item, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        let index = try position.index(from: index(of: item, in: context) ?? 0)
        try move(item, to: index, in: context)
    }

    /// Renumbers all items with integers in the new order.
    private static func renumber(
        in context: ManagedObjectContext, moving moved: Item, before next: ItemPlace?
    ) throws {
        var value = 1.0
        func number(_ item: Item) {
            item.orderingValue = value
            value += 1
        }
        let request = FetchRequest<Item>(sortBy: [SortDescriptor(\.orderingValue)])
        for item in try context.fetch(request) where item !== moved {
            if item.objectID.recordNumber == next?.recordNumber { number(moved) }
            number(item)
        }
        if next == nil { number(moved) }
    }
}

extension Item {
    /// The stored place of the item.
    fileprivate var committedPlace: ItemPlace {
        var place = ItemPlace(value: orderingValue, recordNumber: savedNumber)
        if case .double(let value) = committedValues(forKeys: ["orderingValue"])["orderingValue"] {
            place.value = value
        }
        return place
    }
}
