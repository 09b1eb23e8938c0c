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

    private let state = Mutex<State?>(nil)

    public init() {}

    /// The index of an item in the whole list, and the number of items.
    public func place(
        of item: Item, in context: ManagedObjectContext
    ) throws -> (
        index: Int, count: Int
    )? {
        try withRanks(in: context) { ranks in
            ranks.index(of: item.orderEntry).map { ($0, ranks.count) }
        }
    }

    /// Moves an item to an index of the whole list, counted without the item itself; beyond the end
    /// means the end. The caller saves, by `save(_:in:)`.
    public func move(_ item: Item, to index: Int, in context: ManagedObjectContext) throws {
        let current = item.orderEntry
        let neighbours = try withRanks(in: context) { ranks -> Neighbours in
            var others = ranks
            others.remove(current)
            let index = min(index, others.count)
            return Neighbours(
                before: index > 0 ? others[index - 1] : nil, after: others[index],
                isInPlace: ranks.index(of: current) == index)
        }
        guard !neighbours.isInPlace else { return }
        if let value = neighbours.valueBetween {
            item.orderingValue = value
        } else {
            try renumber(in: context, moving: item, before: neighbours.after)
        }
    }

    /// Moves an item by a step, or to an end.
    public func move(_ item: Item, _ step: Step, in context: ManagedObjectContext) throws {
        guard let place = try place(of: item, in: context) else { return }
        let index =
            switch step {
            case .up: max(place.index - 1, 0)
            case .down: place.index + 1
            case .first: 0
            case .last: place.count
            }
        try move(item, to: index, in: context)
    }

    /// Ways to move an item without naming an index.
    public enum Step: String, Sendable, CaseIterable {
        case up, down, first, last
    }

    /// Saves a context in which items were added, moved or deleted.
    public func save(_ context: ManagedObjectContext) throws {
        let changes = OrderChanges(context)
        let before = context.coordinator.changeCount
        try context.save()
        let after = context.coordinator.changeCount
        state.withLock { state in
            guard state?.changeCount == before else {
                state = nil
                return
            }
            for entry in changes.removed { state?.ranks.remove(entry) }
            for item in changes.added { state?.ranks.insert(item.orderEntry) }
            state?.changeCount = after
        }
    }

    // MARK: - Beneath

    private struct Neighbours {
        var before: RankedOrder.Entry?
        var after: RankedOrder.Entry?
        var isInPlace: Bool

        /// A number between the neighbours', or nil if there is no room for one.
        var valueBetween: Double? {
            switch (before?.value, after?.value) {
            case (nil, nil): return 1
            case (nil, let first?): return (first + (first - 2)) / 2
            case (let last?, nil): return (last + (last + 2)) / 2
            case (let before?, let after?):
                let mean = before / 2 + after / 2
                return before < mean && mean < after ? mean : nil
            }
        }
    }

    /// Gives every item a whole number, in the order that the move leads to.
    private func renumber(
        in context: ManagedObjectContext, moving moved: Item, before next: RankedOrder.Entry?
    ) throws {
        var request = FetchRequest<Item>()
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        var value = 1.0
        for item in try context.fetch(request) where item !== moved {
            if item.objectID.recordNumber == next?.recordNumber {
                moved.orderingValue = value
                value += 1
            }
            item.orderingValue = value
            value += 1
        }
        if next == nil { moved.orderingValue = value }
    }

    private func withRanks<T>(
        in context: ManagedObjectContext, _ body: (RankedOrder) throws -> T
    ) throws -> T {
        let changeCount = context.changeCount
        // Ranks that are newer than what the context reads are as good.
        let known = state.withLock { state in
            state.flatMap { $0.changeCount >= changeCount ? $0.ranks : nil }
        }
        if let known { return try body(known) }
        let ranks = try Self.read(from: context)
        state.withLock { state in
            guard state.map({ $0.changeCount < changeCount }) ?? true else { return }
            state = State(ranks: ranks, changeCount: changeCount)
        }
        return try body(ranks)
    }

    private static func read(from context: ManagedObjectContext) throws -> RankedOrder {
        var request = FetchRequest<Item>()
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        return RankedOrder(try context.fetch(request).map(\.orderEntry))
    }
}

/// What a save is about to change in the order.
private struct OrderChanges {
    var removed: [RankedOrder.Entry] = []
    var added: [Item] = []

    init(_ context: ManagedObjectContext) {
        for case let item as Item in context.insertedObjects { added.append(item) }
        for case let item as Item in context.deletedObjects where item.objectID.recordNumber != nil
        {
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
