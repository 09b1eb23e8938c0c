public import Persistence
import Synchronization

/// How many items a query selects, and what they are worth together.
public struct ItemTotals: Sendable, Hashable {
    /// The number of items.
    public var count: Int
    /// The sum of their values, in dollars.
    public var valueInDollars: Int64

    /// Counts and adds up the items of a query.
    ///
    /// - Throws: errors of the predicate and of the store.
    public init(_ query: ItemQuery, in context: ManagedObjectContext) throws {
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("count", .function("count:", [.evaluatedObject])),
                ("sum", .function("sum:", [.keyPath(["valueInDollars"])])),
            ])
        request.predicate = try query.condition(context.coordinator)
        let row = try context.fetchDictionaries(request).first ?? [:]
        count = Int(row["count"]?.wholeNumber ?? 0)
        valueInDollars = row["sum"]?.wholeNumber ?? 0
    }

    init(count: Int, valueInDollars: Int64) {
        self.count = count
        self.valueInDollars = valueInDollars
    }

    /// The totals of each type that has items, by record number, and of the items without a type.
    ///
    /// - Throws: errors of the store.
    public static func byType(in context: ManagedObjectContext) throws -> [Int64?: ItemTotals] {
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("type", .keyPath(["assetType"])),
                ("count", .function("count:", [.evaluatedObject])),
                ("sum", .function("sum:", [.keyPath(["valueInDollars"])])),
            ])
        request.propertiesToGroupBy = [.keyPath(["assetType"])]
        var totals: [Int64?: ItemTotals] = [:]
        for row in try context.fetchDictionaries(request) {
            var number: Int64?
            if case .object(let id) = row["type"] { number = id.recordNumber }
            totals[number] = ItemTotals(
                count: Int(row["count"]?.wholeNumber ?? 0),
                valueInDollars: row["sum"]?.wholeNumber ?? 0)
        }
        return totals
    }
}

extension AttributeValue {
    var wholeNumber: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        default: nil
        }
    }
}

/// Totals that are kept until something is saved.
public final class TotalsCache: Sendable {
    private struct State {
        var changeCount = -1
        var totals: [ItemQuery: ItemTotals] = [:]
    }

    private static let limit = 256
    private let state = Mutex(State())

    public init() {}

    /// The totals of a query.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(of query: ItemQuery, in context: ManagedObjectContext) throws -> ItemTotals {
        var key = query
        key.sortDescriptors = []
        let changeCount = context.changeCount
        let known = state.withLock { state -> ItemTotals? in
            if state.changeCount < changeCount { state = State(changeCount: changeCount) }
            return state.totals[key]
        }
        if let known { return known }
        let totals = try ItemTotals(key, in: context)
        state.withLock { state in
            guard state.changeCount == changeCount else { return }
            if state.totals.count >= Self.limit { state.totals = [:] }
            state.totals[key] = totals
        }
        return totals
    }
}
