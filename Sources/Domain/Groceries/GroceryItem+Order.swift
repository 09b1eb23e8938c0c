import Foundation
public import Persistence

extension GroceryItem {
    /// Moves the item to an index of the displayed list without the item. Ticked-off items stay
    /// below the others: an index beyond the item's own part means the end of that part.
    ///
    /// - Throws: errors of the store.
    public func move(to index: Int, in context: ManagedObjectContext) throws {
        let list = try Self.all(in: context)
        guard let current = list.firstIndex(of: self) else { return }
        var part = list.filter { $0.isTicked == isTicked }
        let start = isTicked ? list.count - part.count : 0
        part.remove(at: current - start)
        let place = min(max(index - start, 0), part.count)
        guard place != current - start else { return }
        if place < part.count {
            move(nextTo: part[place], isBefore: true, among: list)
        } else {
            move(nextTo: part[place - 1], isBefore: false, among: list)
        }
    }

    /// Moves the item right before or after another one, among the items of both parts.
    private func move(nextTo other: GroceryItem, isBefore: Bool, among list: [GroceryItem]) {
        var others = list.filter { $0 !== self }.sorted { $0.orderingValue < $1.orderingValue }
        guard let found = others.firstIndex(of: other) else { return }
        let place = isBefore ? found : found + 1
        let before = place > 0 ? others[place - 1].orderingValue : nil
        let after = place < others.count ? others[place].orderingValue : nil
        if let value = OrderingValue.between(before, after) {
            orderingValue = value
        } else {
            others.insert(self, at: place)
            for (index, item) in others.enumerated() { item.orderingValue = Double(index + 1) }
        }
    }

    /// Moves the item to a position.
    ///
    /// - Throws: errors of the store.
    public func move(to position: ListPosition, in context: ManagedObjectContext) throws {
        let index = try position.index(from: Self.all(in: context).firstIndex(of: self) ?? 0)
        try move(to: index, in: context)
    }

    /// A position after all others.
    static func lastPlace(in context: ManagedObjectContext) throws -> Double {
        let request = FetchRequest<GroceryItem>(
            sortBy: [SortDescriptor(\.orderingValue, order: .reverse)])
        return try context.fetchFirst(request).map { $0.orderingValue + 1 } ?? 1
    }
}
