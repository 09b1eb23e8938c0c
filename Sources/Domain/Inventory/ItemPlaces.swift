import Persistence

/// The places of all items in the owner's order.
protocol ItemPlaces {
    /// The number of items.
    var count: Int { get }

    /// The place of an item; nil if it is not there.
    func index(of entry: RankedOrder.Entry) throws -> Int?

    /// The item at a place; nil outside the list.
    func entry(at index: Int) throws -> RankedOrder.Entry?
}

extension RankedOrder: ItemPlaces {
    func entry(at index: Int) -> Entry? { self[index] }
}

/// The places as the store has them, each asked for by itself.
struct StoredPlaces: ItemPlaces {
    let count: Int
    private let context: ManagedObjectContext

    /// - Throws: errors of the store.
    init(_ context: ManagedObjectContext) throws {
        self.context = context
        count = try Self.count(nil, context)
    }

    func index(of entry: RankedOrder.Entry) throws -> Int? {
        // Several items may have the same value; their record numbers tell which comes first.
        let equal = try entries(where: Self.condition(.equal, entry.value))
        guard let place = equal.firstIndex(of: entry) else { return nil }
        return try Self.count(Self.condition(.less, entry.value), context) + place
    }

    func entry(at index: Int) throws -> RankedOrder.Entry? {
        guard index >= 0, index < count else { return nil }
        return try entries(offset: index, limit: 1).first
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
        where predicate: FetchPredicate? = nil, offset: Int = 0, limit: Int = 0
    ) throws -> [RankedOrder.Entry] {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [("self", .evaluatedObject), ("value", .keyPath(["orderingValue"]))]
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        request.predicate = Self.listed(predicate)
        request.fetchOffset = offset
        request.fetchLimit = limit
        return try context.fetchDictionaries(request).compactMap(RankedOrder.Entry.init)
    }
}
