public import Persistence

/// Finds items by words and puts them in order, with their totals, from memory.
///
/// It is read by ``warm(in:)``, which nobody waits for, and follows what is saved. Until it is read, and
/// for a person's own condition, the store is asked. An item takes its text and some 120 bytes.
public final class ItemIndex: Sendable {
    /// The items with some words.
    public struct Found: Sendable {
        /// Their totals, under other filters too.
        public let facets: ItemFacets
        fileprivate let memory: ItemMemory
        fileprivate let rows: [Int32]

        /// The record numbers of those that the filters of a query select, in its order; nil if the
        /// order is not in memory.
        public func numbers(of query: ItemQuery) -> [Int64]? { memory.numbers(rows, of: query) }
    }

    private let memory: FollowedValue<ItemMemory>

    init(_ changes: ChangeFeed) {
        memory = FollowedValue(changes)
    }

    /// Whether it is in memory, with all orders.
    public var isReady: Bool { memory.isCurrent(where: { $0.unknownRanks.isEmpty }) }

    /// Reads what is searched and sorted into memory. Nobody else waits meanwhile.
    ///
    /// - Throws: errors of the store.
    public func warm(in context: ManagedObjectContext) throws {
        guard !isReady else { return }
        try memory.renew(for: context, reading: ItemMemory.init(from:))
    }

    /// The items with all words of a query, whatever its filters; nil if the store has to be asked.
    public func found(_ query: ItemQuery, in context: ManagedObjectContext) -> Found? {
        let words = query.words
        guard query.isInMemory, !words.isEmpty, let memory = memory.kept(for: context) else {
            return nil
        }
        let rows = memory.rows(with: words)
        let facets = ItemFacets(rows.lazy.map { memory.texts[$0] }, of: ItemFacets.key(query))
        return Found(facets: facets, memory: memory, rows: rows)
    }

    /// The record numbers of the items of a query, in its order; nil if the store has to be asked.
    public func numbers(of query: ItemQuery, in context: ManagedObjectContext) -> [Int64]? {
        guard query.isInMemory, let memory = memory.kept(for: context) else { return nil }
        return memory.numbers(memory.rows(with: query.words), of: query)
    }
}

extension ItemIndex: RecordSearch {
    var entity: EntityName { .item }

    func best(
        with words: [String], limit: Int, in context: ManagedObjectContext
    ) throws -> (total: Int, numbers: [Int64]) {
        try memory.value(for: context, reading: ItemMemory.init(from:))
            .best(with: words, limit: limit)
    }
}

extension ItemIndex: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let added = context.insertedObjects.compactMap { $0 as? Item }.filter { !$0.isTrashed }
        let changed = context.updatedObjects.compactMap { $0 as? Item }
        let updated = changed.filter { !$0.isTrashed }
            .map { (item: $0, changed: Set($0.changedValues.keys)) }
        let trashed = changed.filter(\.isTrashed).compactMap(\.objectID.recordNumber)
        let types = (context.insertedObjects + context.updatedObjects)
            .compactMap { $0 as? AssetType }
        func numbers<Record: ManagedObject>(ofDeleted: Record.Type) -> [Int64] {
            context.deletedObjects.compactMap { ($0 as? Record)?.objectID.recordNumber }
        }
        let (removed, removedTypes) = (
            numbers(ofDeleted: Item.self), numbers(ofDeleted: AssetType.self)
        )
        return { [memory] saved in
            let new = added.map { ItemMemory.Entry($0, changed: nil) }
            let others = updated.map { item, changed in
                // What comes out of the trash is new here.
                ItemMemory.Entry(item, changed: changed.contains("trashedDate") ? nil : changed)
            }
            let labels = types.map { ($0.objectID.recordNumber ?? 0, $0.label) }
            memory.amend(saved) { memory in
                for number in removed + trashed { memory.texts.remove(number) }
                for number in removedTypes { memory.labels[number] = nil }
                for (number, label) in labels { memory.labels[number] = label }
                for entry in new + others { memory.take(entry) }
                return !memory.texts.isWorn
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: [.item, .assetType])
    }
}
