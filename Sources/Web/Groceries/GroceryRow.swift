import Domain

/// An item in the shopping list.
struct GroceryRow: Sendable {
    var anchor: String
    var path: String
    var name: String
    /// `2 ×`, `1.5 l`.
    var amount: String
    var tickPath: String
    var positionPath: String
}

extension GroceryRow {
    init(_ grocery: DescribedValues<GroceryItem>, _ groceries: Groceries) {
        let (links, number) = (groceries.links, grocery.recordNumber)
        self.init(
            anchor: groceries.anchor(of: grocery), path: links(groceries.path(of: grocery)),
            name: grocery.name ?? "",
            amount: grocery.amount,
            tickPath: links(.tickGrocery(number)), positionPath: links(.groceryPosition(number)))
    }
}
