public import Persistence

/// The order of the items of a query, where reading a page of it by itself costs too much: far from the
/// beginning, in another order than the owner's, and among items that were found in memory.
public final class ItemPages: Sendable {
    /// Up to here the store passes over records quickly enough.
    private static let farOffset = 1_000

    private let index: ItemIndex
    private let changes: ChangeFeed
    private let orders = ChangeCache<ItemQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }

    init(_ index: ItemIndex, _ changes: ChangeFeed) {
        self.index = index
        self.changes = changes
    }

    /// The record numbers of the items of a query, in its order; nil if the store is to be asked for
    /// the page itself.
    ///
    /// - Parameters:
    ///   - found: the items with the query's words, if they were found in memory.
    ///   - offset: where the page begins.
    ///   - belongings: what looks through what belongs to items, where others of the same context do.
    ///     Default: nil.
    /// - Throws: errors of the predicate and of the store.
    public func numbers(
        of query: ItemQuery, _ found: ItemIndex.Found?, offset: Int,
        in context: ManagedObjectContext, _ belongings: BelongingSearch? = nil
    ) throws -> [Int64]? {
        let isFar = offset > Self.farOffset
        guard isFar || found != nil || !query.sortDescriptors.isEmpty else { return nil }
        let version = changes.version(of: EntityName.inventory, in: context)
        if let version, let numbers = orders.value(for: query, at: version) { return numbers }
        let known = found?.numbers(of: query) ?? index.numbers(of: query, in: context)
        if let known {
            if let version { orders.keep(known, for: query, at: version) }
            return known
        }
        guard isFar || found != nil else { return nil }
        return try stored(query, found, at: version, in: context, belongings)
    }

    /// As above, from the store, which puts them in order.
    private func stored(
        _ query: ItemQuery, _ found: ItemIndex.Found?, at version: Int?,
        in context: ManagedObjectContext, _ belongings: BelongingSearch?
    ) throws -> [Int64] {
        var whole = query
        if found != nil { whole.search = "" }
        let numbers = try orders.value(for: whole, at: version) {
            let request = try whole.fetchRequest(in: context, belongings)
            return try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        }
        guard let selected = found?.numbers(of: query.inAnyOrder).map(Set.init) else {
            return numbers
        }
        return numbers.filter(selected.contains)
    }
}
