import Foundation
import Persistence

/// The place of an item in the owner's order; items with equal numbers are ordered by creation.
struct ItemPlace: Comparable, Hashable {
    var value: Double
    var recordNumber: Int64

    static func < (first: ItemPlace, second: ItemPlace) -> Bool {
        first.value == second.value
            ? first.recordNumber < second.recordNumber : first.value < second.value
    }
}

/// Two neighbors; nil at the beginning and the end of the list.
struct ItemGap: Equatable {
    var before: ItemPlace?
    var after: ItemPlace?

    /// Whether an item belongs between the two.
    func holds(_ entry: ItemPlace) -> Bool {
        (before.map { $0 < entry } ?? true) && (after.map { entry < $0 } ?? true)
    }
}

/// The stored places. Lookups take time proportional to the number of items before the place.
struct StoredPlaces {
    private let context: ManagedObjectContext

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    /// The number of items.
    ///
    /// - Throws: errors of the store.
    var count: Int { get throws { try Self.count(nil, context) } }

    /// The index of an item; nil if it is missing.
    ///
    /// - Throws: errors of the store.
    func index(of entry: ItemPlace) throws -> Int? {
        // Items with equal values are ordered by record number.
        let equal = try entries(where: [.key("orderingValue") == entry.value])
        guard let place = equal.firstIndex(of: entry) else { return nil }
        return try Self.count(.key("orderingValue") < entry.value, context) + place
    }

    /// The neighbors of an item that moves to an index; nil for a missing item.
    ///
    /// - Throws: errors of the store.
    func gap(at index: Int, for entry: ItemPlace) throws -> ItemGap? {
        guard try has(entry) else { return nil }
        let others = try others(than: entry)
        guard index > 0 else {
            return ItemGap(after: try entries(where: [others], limit: 1).first)
        }
        // The end is found in descending order, without counting.
        let found =
            index == .max ? [] : try entries(where: [others], offset: index - 1, limit: 2)
        if let first = found.first {
            return ItemGap(before: first, after: found.count > 1 ? found[1] : nil)
        }
        let last = try entries(where: [others], ascending: false, limit: 1).first
        return ItemGap(
            before: try last.flatMap { entry in
                try entries(where: [others, .key("orderingValue") == entry.value]).last
            })
    }

    private func has(_ entry: ItemPlace) throws -> Bool {
        try entries(where: [.key("orderingValue") == entry.value]).contains(entry)
    }

    private func others(than entry: ItemPlace) throws -> FetchPredicate {
        let id = try context.coordinator.objectID(
            entityName: "Item", recordNumber: entry.recordNumber)
        return .evaluatedObject != id
    }

    /// The number of stored items.
    private static func count(
        _ predicate: FetchPredicate?, _ context: ManagedObjectContext
    ) throws -> Int {
        var request = FetchRequest<Item>()
        request.predicate = listed(predicate)
        request.includesPendingChanges = false
        return try context.count(for: request)
    }

    /// Excludes trashed items.
    private static func listed(_ predicate: FetchPredicate?) -> FetchPredicate {
        .and([Item.isListed] + [predicate].compactMap(\.self))
    }

    private func entries(
        where conditions: [FetchPredicate], ascending: Bool = true, offset: Int = 0, limit: Int = 0
    ) throws -> [ItemPlace] {
        let request = DictionaryFetchRequest(
            FetchRequest<Item>(
                .and([Item.isListed] + conditions),
                sortBy: [SortDescriptor(\.orderingValue, order: ascending ? .forward : .reverse)],
                limit: limit, offset: offset),
            columns: [("self", .evaluatedObject), ("value", .key("orderingValue"))])
        return try context.fetchDictionaries(request).compactMap(ItemPlace.init)
    }
}

extension ItemPlace {
    /// Nil for a row without a record.
    fileprivate init?(_ row: FetchedDictionary) {
        guard let number = row["self"]?.objectID?.recordNumber else { return nil }
        self.init(value: row["value"]?.doubleValue ?? 0, recordNumber: number)
    }
}
