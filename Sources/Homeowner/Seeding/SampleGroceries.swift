import Domain
import Persistence

/// A sample shopping list.
struct SampleGroceries {
    let household: Household

    private static let entries = [
        "2 l milk", "3x eggs", "½ kg flour", "butter", "1.5 kg potatoes", "2 bottles olive oil",
        "6x apples", "bread", "200 g coffee", "soap",
    ]
    /// The number of last entries that are ticked off.
    private static let tickedCount = 2

    /// Writes the list if there is none.
    ///
    /// - Returns: the number of groceries that were added.
    /// - Throws: errors of the store.
    func add() throws -> Int {
        try household.container.write { context in
            guard try context.count(for: FetchRequest<GroceryItem>()) == 0 else { return 0 }
            for (index, entry) in Self.entries.enumerated() {
                let item = try GroceryItem.add(GroceryEntry(parsing: entry), in: context)
                item.isTicked = index >= Self.entries.count - Self.tickedCount
            }
            try household.save(context)
            return Self.entries.count
        }
    }
}
