public import Persistence

/// Finds items by words and puts them in order, with their totals, from memory.
///
/// It is read by ``warm(in:)``, which nobody waits for, and follows what is saved. Until it is read, and
/// for a person's own condition, the store is asked. An item takes its text and some 110 bytes, and each
/// record that belongs to it and has a text of its own, as a document has, that text and some 50.
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
    /// The texts of what belongs to items. Each is followed by itself, so that a change of an item reads
    /// nothing of these, and a change of one of these nothing of the item.
    private let belongings: [EntitySearch<Int64>]

    init(_ changes: ChangeFeed) {
        memory = FollowedValue(changes)
        belongings = ItemBelonging.all.map { $0.search(changes) }
    }

    /// Whether it is in memory, with all orders.
    public var isReady: Bool { isSorted && belongings.allSatisfy(\.isReady) }

    private var isSorted: Bool { memory.isCurrent(where: { $0.unknownRanks.isEmpty }) }

    /// Reads what is searched and sorted into memory. Nobody else waits meanwhile.
    ///
    /// - Throws: errors of the store.
    public func warm(in context: ManagedObjectContext) throws {
        if !isSorted { try memory.renew(for: context, reading: ItemMemory.init(from:)) }
        for belonging in belongings { try belonging.warm(in: context) }
    }

    /// The items with all words of a query, whatever its filters; nil if the store has to be asked.
    public func found(_ query: ItemQuery, in context: ManagedObjectContext) -> Found? {
        let words = query.words
        guard query.isInMemory, !words.isEmpty, let memory = memory.kept(for: context),
            let owners = owners(of: query, in: context)
        else { return nil }
        let rows = memory.rows(with: words, and: owners)
        let facets = ItemFacets(rows.lazy.map { memory.texts[$0] }, of: ItemFacets.key(query))
        return Found(facets: facets, memory: memory, rows: rows)
    }

    /// The record numbers of the items of a query, in its order; nil if the store has to be asked.
    public func numbers(of query: ItemQuery, in context: ManagedObjectContext) -> [Int64]? {
        let words = query.words
        guard query.isInMemory, let memory = memory.kept(for: context),
            let owners = owners(of: query, in: context)
        else { return nil }
        return memory.numbers(memory.rows(with: words, and: owners), of: query)
    }

    /// For each word, the numbers of the items that have it in what belongs to them; nil if the store has
    /// to be asked.
    private func owners(
        of query: ItemQuery, in context: ManagedObjectContext
    ) -> [[Int64]]? {
        let words = query.words
        if words.isEmpty || query.isOfOwnTexts { return words.map { _ in [] } }
        let kept = belongings.compactMap { $0.keptIndex(for: context) }
        guard kept.count == belongings.count else { return nil }
        return words.map { word in kept.flatMap { $0.owners(with: word) } }
    }
}

extension ItemIndex: RecordSearch {
    var entity: EntityName { .item }

    func best(
        with words: [String], limit: Int, in context: ManagedObjectContext
    ) throws -> (total: Int, numbers: [Int64]) {
        let indexes = try belongings.map { try $0.index(in: context) }
        let owners = words.map { word in
            indexes.reduce(into: WordOwners()) { owners, index in
                let further = index.rankedOwners(with: word)
                owners.all += further.all
                owners.whole.formUnion(further.whole)
            }
        }
        return try memory.value(for: context, reading: ItemMemory.init(from:))
            .best(with: words, limit: limit, and: owners)
    }
}

extension ItemIndex: RecordFollower {
    public var followed: [EntityName: Set<String>] {
        belongings.reduce(into: [.item: [], .assetType: []]) { followed, belonging in
            followed.merge(belonging.followed) { $0.union($1) }
        }
    }

    public func follow(_ records: ChangedRecords) -> () -> SavedChanges.Amendment {
        let changes = ItemMemoryChanges(records)
        let belongings = belongings.map { $0.follow(records) }
        return { [memory] in
            let amendments = belongings.map { $0() }
            let (entries, labels) = (changes.entries, changes.labels)
            let (removed, removedTypes) = (changes.removed, changes.removedTypes)
            return { saved in
                for amend in amendments { amend(saved) }
                memory.amend(saved) { memory in
                    for number in removed { memory.texts.remove(number) }
                    for number in removedTypes { memory.labels[number] = nil }
                    for (number, label) in labels { memory.labels[number] = label }
                    for entry in entries { memory.take(entry) }
                    return !memory.texts.isWorn
                }
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: [.item, .assetType])
        for belonging in belongings { belonging.follow(others: saved) }
    }
}
