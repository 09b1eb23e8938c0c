import Persistence

/// The places of all items in the owner's order.
protocol ItemPlaces {
    /// The number of items.
    var count: Int { get throws }

    /// The place of an item; nil if it is not there.
    func index(of entry: RankedOrder.Entry) throws -> Int?

    /// The items between which another one comes that moves to an index, itself left out; nil for an item that is
    /// not there.
    func gap(at index: Int, for entry: RankedOrder.Entry) throws -> ItemGap?
}

/// Two items that stand beside each other; nil for the beginning and for the end of the list.
struct ItemGap: Equatable {
    var before: RankedOrder.Entry?
    var after: RankedOrder.Entry?

    /// Whether an item is in order between the two.
    func holds(_ entry: RankedOrder.Entry) -> Bool {
        (before.map { $0 < entry } ?? true) && (after.map { entry < $0 } ?? true)
    }
}

extension RankedOrder: ItemPlaces {
    func gap(at index: Int, for entry: Entry) -> ItemGap? {
        guard let current = self.index(of: entry) else { return nil }
        let index = min(max(index, 0), count - 1)
        // Behind its present place, the item itself is one of those that it passes.
        return ItemGap(
            before: self[index <= current ? index - 1 : index],
            after: self[index < current ? index : index + 1])
    }
}

/// The places as they are in memory, for who changes the store: what a move goes by is read again, by the values of
/// the two items, which costs the same wherever they stand.
struct KnownPlaces: ItemPlaces {
    let ranks: RankedOrder
    let stored: StoredPlaces

    var count: Int { ranks.count }

    func index(of entry: RankedOrder.Entry) throws -> Int? {
        // An item that is not there has been changed by somebody of whom nobody hears.
        try ranks.index(of: entry) ?? stored.index(of: entry)
    }

    func gap(at index: Int, for entry: RankedOrder.Entry) throws -> ItemGap? {
        if let gap = ranks.gap(at: index, for: entry), try stored.has(gap, for: entry) {
            return gap
        }
        return try stored.gap(at: index, for: entry)
    }
}

/// The places as the store has them. What is asked costs as much as the items before it, however many there are
/// after it.
struct StoredPlaces: ItemPlaces {
    private let context: ManagedObjectContext

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    /// The number of items.
    ///
    /// - Throws: errors of the store.
    var count: Int { get throws { try Self.count(nil, context) } }

    func index(of entry: RankedOrder.Entry) throws -> Int? {
        // Several items may have the same value; their record numbers tell which comes first.
        let equal = try entries(where: [.key("orderingValue") == entry.value])
        guard let place = equal.firstIndex(of: entry) else { return nil }
        return try Self.count(.key("orderingValue") < entry.value, context) + place
    }

    func gap(at index: Int, for entry: RankedOrder.Entry) throws -> ItemGap? {
        guard try has(entry) else { return nil }
        let others = try others(than: entry)
        guard index > 0 else {
            return ItemGap(after: try entries(where: [others], limit: 1).first)
        }
        // Nobody counts to the end to find what is last.
        let found =
            index == .max ? [] : try entries(where: [others], offset: index - 1, limit: 2)
        if let first = found.first {
            return ItemGap(before: first, after: found.count > 1 ? found[1] : nil)
        }
        let greatest = try entries(where: [others], ascending: false, limit: 1).first
        return ItemGap(
            before: try greatest.flatMap { entry in
                try entries(where: [others, .key("orderingValue") == entry.value]).last
            })
    }

    /// Whether two items stand beside each other, an item left out that is there.
    ///
    /// - Throws: errors of the store.
    func has(_ gap: ItemGap, for entry: RankedOrder.Entry) throws -> Bool {
        guard try has(entry) else { return false }
        let others = try others(than: entry)
        guard let before = gap.before else {
            return try entries(where: [others], limit: 1).first == gap.after
        }
        var conditions = [others, .key("orderingValue") >= before.value]
        if let after = gap.after { conditions.append(.key("orderingValue") <= after.value) }
        // Those that have the same value as one of the two are among them.
        let found = try entries(where: conditions)
        guard let place = found.firstIndex(of: before) else { return false }
        return (place + 1 < found.count ? found[place + 1] : nil) == gap.after
    }

    private func has(_ entry: RankedOrder.Entry) throws -> Bool {
        try entries(where: [.key("orderingValue") == entry.value]).contains(entry)
    }

    private func others(than entry: RankedOrder.Entry) throws -> FetchPredicate {
        let id = try context.coordinator.objectID(
            entityName: "Item", recordNumber: entry.recordNumber)
        return .evaluatedObject != id
    }

    /// The number of items as they are saved.
    private static func count(
        _ predicate: FetchPredicate?, _ context: ManagedObjectContext
    ) throws -> Int {
        var request = FetchRequest<Item>()
        request.predicate = listed(predicate)
        request.includesPendingChanges = false
        return try context.count(for: request)
    }

    /// What is in the trash has no place.
    private static func listed(_ predicate: FetchPredicate?) -> FetchPredicate {
        .and([Item.isListed] + [predicate].compactMap(\.self))
    }

    private func entries(
        where conditions: [FetchPredicate], ascending: Bool = true, offset: Int = 0, limit: Int = 0
    ) throws -> [RankedOrder.Entry] {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [("self", .evaluatedObject), ("value", .keyPath(["orderingValue"]))]
        request.sortDescriptors = [FetchSortDescriptor("orderingValue", ascending: ascending)]
        request.predicate = .and([Item.isListed] + conditions)
        request.fetchOffset = offset
        request.fetchLimit = limit
        return try context.fetchDictionaries(request).compactMap(RankedOrder.Entry.init)
    }
}
