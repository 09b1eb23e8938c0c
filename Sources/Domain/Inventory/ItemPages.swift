public import Persistence

/// The order of the items of a query, where reading a page of it by itself costs too much: far from the
/// beginning, and among items that were found in memory.
public final class ItemPages: Sendable {
    /// Up to here the store passes over records quickly enough.
    private static let farOffset = 1_000

    private let changes: ChangeFeed
    private let orders = ChangeCache<ItemQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }

    init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The record numbers of the items of a query, in its order; nil if the store is to be asked for
    /// the page itself.
    ///
    /// - Parameters:
    ///   - found: the items with the query's words, if they were found in memory.
    ///   - offset: where the page begins.
    /// - Throws: errors of the predicate and of the store.
    public func numbers(
        of query: ItemQuery, _ found: ItemIndex.Found?, offset: Int,
        in context: ManagedObjectContext
    ) throws -> [Int64]? {
        let version = changes.version(of: [.item, .assetType], in: context)
        if let found, query.sortDescriptors.isEmpty {
            return orders.value(for: query, at: version) { found.numbers(of: query) }
        }
        guard offset > Self.farOffset || found != nil else { return nil }
        var whole = query
        if found != nil { whole.search = "" }
        let numbers = try orders.value(for: whole, at: version) {
            let request = try whole.fetchRequest(context.coordinator)
            return try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        }
        guard let found else { return numbers }
        let selected = Set(found.numbers(of: query))
        return numbers.filter(selected.contains)
    }
}
