public import Persistence
import Synchronization

/// The owner's order of the items.
///
/// The order is a number in each item; moving an item gives it a number between its new
/// neighbours'. Which items these are is answered from memory, so that a move in a long list costs
/// what it costs in a short one. Saves keep the memory current; the store stays the truth.
public final class ItemOrder: Sendable {
    private struct State {
        var ranks: RankedOrder
        /// The save up to which the ranks are current.
        var changeCount: Int
    }

    /// Ways to move an item without naming an index.
    public enum Step: String, Sendable, CaseIterable {
        case up, down, first, last
    }

    private let state = Mutex<State?>(nil)

    public init() {}

    /// The index of an item in the whole list as it is saved, and the number of items; nil for an
    /// item that is not saved.
    ///
    /// - Throws: errors of the store.
    public func place(
        of item: Item, in context: ManagedObjectContext
    ) throws -> (index: Int, count: Int)? {
        let entry = item.committedOrderEntry
        let ranks = try ranks(for: context)
        if let index = ranks.index(of: entry) { return (index, ranks.count) }
        // The ranks are newer than what the context reads, and the item has moved since.
        let present = try Self.read(from: context)
        return present.index(of: entry).map { ($0, present.count) }
    }

    /// Moves an item to an index of the whole list as it is without the item; beyond the end means
    /// the end. The caller saves, by `save(_:)`, before anything else is moved.
    ///
    /// - Throws: errors of the store.
    public func move(_ item: Item, to index: Int, in context: ManagedObjectContext) throws {
        let ranks = try ranks(for: context)
        let committed = item.committedOrderEntry
        guard let current = ranks.index(of: committed) else { return }
        let index = min(max(index, 0), ranks.count - 1)
        guard index != current else {
            item.orderingValue = committed.value
            return
        }
        // Behind its present place, the item itself is one of those that it passes.
        let next = index < current ? index : index + 1
        let (before, after) = (ranks[next - 1], ranks[next])
        if let value = Self.value(between: before?.value, and: after?.value) {
            item.orderingValue = value
        } else {
            try renumber(in: context, moving: item, before: after)
        }
    }

    /// Moves an item by a step, or to an end. The caller saves, by `save(_:)`.
    ///
    /// - Throws: errors of the store.
    public func move(_ item: Item, _ step: Step, in context: ManagedObjectContext) throws {
        guard let place = try place(of: item, in: context) else { return }
        let index =
            switch step {
            case .up: place.index - 1
            case .down: place.index + 1
            case .first: 0
            case .last: place.count
            }
        try move(item, to: index, in: context)
    }

    /// Saves a context in which items were added, moved or deleted.
    ///
    /// - Throws: what `ManagedObjectContext.save()` throws.
    public func save(_ context: ManagedObjectContext) throws {
        let changes = OrderChanges(context)
        let before = context.coordinator.changeCount
        try context.save()
        let after = context.coordinator.changeCount
        state.withLock { state in
            // Anything else that was saved meanwhile makes the memory worthless, not wrong.
            guard state?.changeCount == before, after - before <= 1 else {
                state = nil
                return
            }
            for entry in changes.removed { state?.ranks.remove(entry) }
            for item in changes.added { state?.ranks.insert(item.orderEntry) }
            state?.changeCount = after
        }
    }

    // MARK: - Beneath

    /// A number between those of the new neighbours, or nil if there is no room for one.
    static func value(between before: Double?, and after: Double?) -> Double? {
        switch (before, after) {
        case (nil, nil): return 1
        case (nil, let first?):
            let value = (first + (first - 2)) / 2
            return value < first ? value : nil
        case (let last?, nil):
            let value = (last + (last + 2)) / 2
            return last < value ? value : nil
        case (let before?, let after?):
            let mean = before / 2 + after / 2
            return before < mean && mean < after ? mean : nil
        }
    }

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

    private func ranks(for context: ManagedObjectContext) throws -> RankedOrder {
        let changeCount = context.changeCount
        // Ranks that are newer than what the context reads are as good.
        let known = state.withLock { state in
            state.flatMap { $0.changeCount >= changeCount ? $0.ranks : nil }
        }
        if let known { return known }
        let ranks = try Self.read(from: context)
        state.withLock { state in
            guard state.map({ $0.changeCount < changeCount }) ?? true else { return }
            state = State(ranks: ranks, changeCount: changeCount)
        }
        return ranks
    }

    private static func read(from context: ManagedObjectContext) throws -> RankedOrder {
        RankedOrder(try context.fetch(request).map(\.orderEntry))
    }

    private static var request: FetchRequest<Item> {
        var request = FetchRequest<Item>()
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        return request
    }
}

/// What a save is about to change in the order.
private struct OrderChanges {
    var removed: [RankedOrder.Entry] = []
    var added: [Item] = []

    init(_ context: ManagedObjectContext) {
        for case let item as Item in context.insertedObjects { added.append(item) }
        for case let item as Item in context.deletedObjects where !item.objectID.isTemporaryID {
            removed.append(item.committedOrderEntry)
        }
        for case let item as Item in context.updatedObjects
        where item.committedOrderEntry != item.orderEntry {
            removed.append(item.committedOrderEntry)
            added.append(item)
        }
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
