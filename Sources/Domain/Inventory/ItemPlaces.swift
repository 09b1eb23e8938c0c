import Persistence

/// The places of all items in the owner's order.
protocol ItemPlaces {
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
    func count() throws -> Int { try Self.count(nil, context) }

    func index(of entry: RankedOrder.Entry) throws -> Int? {
        // Several items may have the same value; their record numbers tell which comes first.
        let equal = try entries(where: [Self.condition(.equal, entry.value)])
        guard let place = equal.firstIndex(of: entry) else { return nil }
        return try Self.count(Self.condition(.less, entry.value), context) + place
    }

    func gap(at index: Int, for entry: RankedOrder.Entry) throws -> ItemGap? {
        guard try entries(where: [Self.condition(.equal, entry.value)]).contains(entry) else {
            return nil
        }
        let others = FetchPredicate.comparison(
            FetchComparison(
                .evaluatedObject, .notEqual,
                .constant(
                    .object(
                        try context.coordinator.objectID(
                            entityName: "Item", recordNumber: entry.recordNumber)))))
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
                try entries(where: [others, Self.condition(.equal, entry.value)]).last
            })
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

    private static func condition(
        _ comparison: FetchComparison.Operator, _ value: Double
    ) -> FetchPredicate {
        .comparison(
            FetchComparison(.keyPath(["orderingValue"]), comparison, .constant(.double(value))))
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
