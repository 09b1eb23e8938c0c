import Foundation

/// A model of the shopping list with plain arrays, in which each change stores a copy of the
/// whole list.
struct PlainGroceries {
    struct Item: Hashable {
        var name: String
        var quantity: Decimal
        var isTicked = false
    }

    /// All items in manual order, including those that are ticked off.
    private var open: [Item] = []
    private var done: [[Item]] = []
    private var undone: [[Item]] = []

    /// The items that are not ticked off, and those that are.
    var shown: [Item] { open.filter { !$0.isTicked } + open.filter(\.isTicked) }

    mutating func add(_ name: String, _ quantity: Int) {
        change { items in
            let same = items.indices.filter { items[$0].name == name }
            guard let index = same.first(where: { !items[$0].isTicked }) ?? same.first else {
                return items.append(Item(name: name, quantity: Decimal(quantity)))
            }
            items[index].quantity =
                items[index].isTicked
                ? Decimal(quantity) : items[index].quantity + Decimal(quantity)
            items[index].isTicked = false
        }
    }

    mutating func toggle(_ index: Int) {
        changeShown(index) { items, position in items[position].isTicked.toggle() }
    }

    mutating func delete(_ index: Int) {
        changeShown(index) { items, position in items.remove(at: position) }
    }

    mutating func clear() {
        change { $0.removeAll(where: \.isTicked) }
    }

    /// Moves the item at an index to another one, among those with the same tick.
    mutating func move(_ index: Int, to target: Int) {
        let openCount = open.count { !$0.isTicked }
        changeShown(index) { items, position in
            let item = items[position]
            let part = items.indices.filter { items[$0].isTicked == item.isTicked }
            let start = item.isTicked ? openCount : 0
            let place = min(max(target - start, 0), part.count - 1)
            guard place != part.firstIndex(of: position) else { return }
            // The neighbor after the new position, or the one before it at the end.
            let others = part.filter { $0 != position }
            let behind = place < others.count ? others[place] : nil
            let anchor = behind ?? others[place - 1] + 1
            items.remove(at: position)
            items.insert(item, at: anchor > position ? anchor - 1 : anchor)
        }
    }

    /// Returns whether there was something to undo.
    mutating func undo() -> Bool {
        guard let last = done.popLast() else { return false }
        undone.append(open)
        open = last
        return true
    }

    mutating func redo() -> Bool {
        guard let next = undone.popLast() else { return false }
        done.append(open)
        open = next
        return true
    }

    private mutating func changeShown(
        _ index: Int, _ body: (inout [Item], _ position: Int) -> Void
    ) {
        guard !open.isEmpty else { return }
        let positions =
            open.indices.filter { !open[$0].isTicked } + open.indices.filter { open[$0].isTicked }
        change { body(&$0, positions[index]) }
    }

    private mutating func change(_ body: (inout [Item]) -> Void) {
        let before = open
        body(&open)
        guard open != before else { return }
        undone = []
        done = (done + [before]).suffix(50)
    }
}
