public import Persistence

/// The owner's order of the items.
///
/// The order is a number in each item; moving an item gives it a number between its new
/// neighbours'. Which items these are is answered from memory, so that a move in a long list costs
/// what it costs in a short one. The memory follows what is saved; the store stays the truth.
public final class ItemOrder: Sendable {
    /// Ways to move an item without naming an index.
    public enum Step: String, Sendable, CaseIterable {
        case up, down, first, last

        /// The index that the step leads to, from an index in a list of a length; it may be outside.
        func index(from index: Int, of count: Int) -> Int {
            switch self {
            case .up: index - 1
            case .down: index + 1
            case .first: 0
            case .last: count
            }
        }
    }

    private let memory: FollowedValue<RankedOrder>
    private let changes: ChangeFeed

    init(_ changes: ChangeFeed) {
        self.changes = changes
        memory = FollowedValue(changes)
    }

    /// Whether it is in memory.
    public var isReady: Bool { memory.isCurrent() }

    /// The index of an item in the whole list as it is saved, and the number of items; nil for an
    /// item that is not saved, or is in the trash.
    ///
    /// - Throws: errors of the store.
    public func place(
        of item: Item, in context: ManagedObjectContext
    ) throws -> (index: Int, count: Int)? {
        let entry = item.committedOrderEntry
        if let places = try storedPlaces(for: context) {
            return try places.index(of: entry).map { ($0, try places.count) }
        }
        let ranks = try ranks(for: context)
        if let index = ranks.index(of: entry) { return (index, ranks.count) }
        // The ranks are newer than what the context reads, and the item has moved since.
        let present = try Self.read(from: context)
        return present.index(of: entry).map { ($0, present.count) }
    }

    /// The index of an item in the whole list alone.
    ///
    /// - Throws: errors of the store.
    public func index(of item: Item, in context: ManagedObjectContext) throws -> Int? {
        guard let places = try storedPlaces(for: context) else {
            return try place(of: item, in: context)?.index
        }
        return try places.index(of: item.committedOrderEntry)
    }

    /// The number of all items.
    ///
    /// - Throws: errors of the store.
    public func count(in context: ManagedObjectContext) throws -> Int {
        try ranks(for: context).count
    }

    /// Moves an item to an index of the whole list as it is without the item; beyond the end means
    /// the end. The caller saves before anything else is moved.
    ///
    /// - Throws: errors of the store.
    public func move(_ item: Item, to index: Int, in context: ManagedObjectContext) throws {
        let committed = item.committedOrderEntry
        guard let gap = try places(for: context).gap(at: index, for: committed) else { return }
        if gap.holds(committed) {
            item.orderingValue = committed.value
        } else if let value = OrderingValue.between(gap.before?.value, gap.after?.value) {
            item.orderingValue = value
        } else {
            try renumber(in: context, moving: item, before: gap.after)
        }
    }

    /// Moves an item by a step, or to an end. The caller saves.
    ///
    /// - Throws: errors of the store.
    public func move(_ item: Item, _ step: Step, in context: ManagedObjectContext) throws {
        let places = try places(for: context)
        var index = 0
        if step == .up || step == .down {
            guard let present = try places.index(of: item.committedOrderEntry) else { return }
            index = present
        }
        try move(item, to: step.index(from: index, of: .max), in: context)
    }

    // MARK: - Beneath

    /// Gives every item a whole number, in the order that the move leads to.
    private func renumber(
        in context: ManagedObjectContext, moving moved: Item, before next: RankedOrder.Entry?
    ) throws {
        var value = 1.0
        func number(_ item: Item) {
            item.orderingValue = value
            value += 1
        }
        for item in try context.fetch(Self.request) where item !== moved {
            if item.objectID.recordNumber == next?.recordNumber { number(moved) }
            number(item)
        }
        if next == nil { number(moved) }
    }

    /// The places that a move goes by.
    ///
    /// - Throws: errors of the store.
    func places(for context: ManagedObjectContext) throws -> any ItemPlaces {
        try storedPlaces(for: context) ?? ranks(for: context)
    }

    /// The places of the store where others save at the same time, for who writes, and as long as the order is
    /// not in memory. Nobody waits for a long list to be read then.
    private func storedPlaces(for context: ManagedObjectContext) throws -> (any ItemPlaces)? {
        guard changes.isWrittenAtOnce else { return nil }
        guard !context.isReadOnly else {
            return memory.kept(for: context) == nil ? StoredPlaces(context) : nil
        }
        let stored = StoredPlaces(context)
        // What others have saved before may not be in memory yet.
        guard memory.isKept, try changes.hasTold(all: context), let ranks = memory.current else {
            return stored
        }
        return KnownPlaces(ranks: ranks, stored: stored)
    }

    private func ranks(for context: ManagedObjectContext) throws -> RankedOrder {
        try memory.value(for: context, reading: Self.read)
    }

    private static func read(from context: ManagedObjectContext) throws -> RankedOrder {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [("self", .evaluatedObject), ("value", .keyPath(["orderingValue"]))]
        request.predicate = Item.isListed
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        return RankedOrder(
            try context.fetchDictionaries(request).compactMap(RankedOrder.Entry.init))
    }

    private static var request: FetchRequest<Item> {
        var request = FetchRequest<Item>()
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        return request
    }
}

extension ItemOrder: RecordFollower {
    /// What decides about an item's place.
    private static let keys: Set = ["orderingValue", "trashedDate"]

    public var followed: [EntityName: Set<String>] { [.item: []] }

    public func follow(_ records: ChangedRecords) -> () -> SavedChanges.Amendment {
        let items = records[.item]
        let changed = items.updated.filter { $0.mayChange(Self.keys) }.map(\.object)
        let present = (items.inserted + changed).compactMap { $0 as? Item }
        return { [memory] in
            let trashed = present.filter(\.isTrashed).compactMap(\.objectID.recordNumber)
            let removed = items.deleted + trashed
            let placed = present.filter { !$0.isTrashed }.map(\.orderEntry)
            return { saved in
                memory.amend(saved) { ranks in
                    for number in removed { ranks.remove(number) }
                    for entry in placed { ranks.insert(entry) }
                    return true
                }
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: Self.keys, of: .item)
    }
}

extension RankedOrder.Entry {
    /// Nil for a row that has no record.
    init?(_ row: FetchedDictionary) {
        guard case .object(let id) = row["self"], let number = id.recordNumber else { return nil }
        self.init(value: row["value"]?.real ?? 0, recordNumber: number)
    }
}

extension Item {
    fileprivate var orderEntry: RankedOrder.Entry {
        RankedOrder.Entry(value: orderingValue, recordNumber: objectID.recordNumber ?? 0)
    }

    fileprivate var committedOrderEntry: RankedOrder.Entry {
        guard
            case .double(let value) = committedValues(forKeys: ["orderingValue"])["orderingValue"]
        else { return orderEntry }
        return RankedOrder.Entry(value: value, recordNumber: objectID.recordNumber ?? 0)
    }
}
