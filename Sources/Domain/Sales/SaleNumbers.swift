public import Persistence

/// The numbers of all sales, in memory: how many there are, and which stand on a page far down their list,
/// without stepping over those before it.
public final class SaleNumbers: Sendable {
    /// In rising order; void sales and returns among them.
    private let memory: FollowedValue<[Int64]>

    init(_ changes: ChangeFeed) {
        memory = FollowedValue(changes)
    }

    /// The numbers of all sales, void ones and returns among them, in rising order.
    ///
    /// - Throws: errors of the store.
    public func all(in context: ManagedObjectContext) throws -> [Int64] {
        try memory.value(for: context) { context in
            var request = DictionaryFetchRequest(entityName: "Sale")
            request.columns = [("number", .keyPath(["number"]))]
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetchDictionaries(request).compactMap { $0["number"]?.wholeNumber }
        }
    }
}

extension SaleNumbers: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let changes = NumberChanges(context)
        return { [memory] saved in
            memory.amend(saved) { numbers in
                // Nobody gives a sale another number; whoever did has it read anew.
                guard !changes.isRenumbered else { return false }
                if !changes.removed.isEmpty { numbers.removeAll(where: changes.removed.contains) }
                guard let first = changes.added.first else { return true }
                let isLast = numbers.last.map { $0 < first } ?? true
                numbers += changes.added
                if !isLast { numbers.sort() }
                return true
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: ["number"], of: .sale)
    }
}

/// The numbers of the sales that a save is about to add or delete.
private struct NumberChanges {
    /// In rising order.
    private(set) var added: [Int64] = []
    private(set) var removed: Set<Int64> = []
    private(set) var isRenumbered = false

    init(_ context: ManagedObjectContext) {
        for case let sale as Sale in context.insertedObjects { added.append(sale.number) }
        added.sort()
        for case let sale as Sale in context.updatedObjects
        where sale.changedValues["number"] != nil {
            isRenumbered = true
        }
        for case let sale as Sale in context.deletedObjects { removed.insert(sale.number) }
    }
}

extension SaleQuery {
    /// The sales on a page of all sales in the order of their numbers, as a request that reads these alone;
    /// nil for a view that leaves some out, or has another order.
    ///
    /// - Parameter numbers: those of all sales, in rising order.
    public func request(
        ofPage places: Range<Int>, of numbers: [Int64], _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchRequest<Sale>? {
        guard let isRising = isRisingByNumber else { return nil }
        var request = try fetchRequest(coordinator)
        let places = places.clamped(to: 0..<numbers.count)
        guard !places.isEmpty else {
            request.predicate = .constant(false)
            return request
        }
        let (first, last) = (places.lowerBound, places.upperBound - 1)
        let ends =
            isRising
            ? (numbers[first], numbers[last])
            : (numbers[numbers.count - 1 - last], numbers[numbers.count - 1 - first])
        request.predicate = try FetchPredicate(
            format: "number >= %@ AND number <= %@", ends.0, ends.1)
        return request
    }

    /// Whether it has all sales, in the order of their numbers.
    public var isOfAllByNumber: Bool { isRisingByNumber != nil }

    /// Whether the least number of all sales comes first, or last; nil for some sales, and other orders.
    private var isRisingByNumber: Bool? {
        var whole = SaleQuery()
        whole.sortDescriptors = sortDescriptors
        guard self == whole, sortDescriptors.count <= 1 else { return nil }
        guard let order = sortDescriptors.first else { return false }
        return [true, false].first { FetchSortDescriptor("number", ascending: $0) == order }
    }
}
