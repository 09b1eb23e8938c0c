import Foundation
import Persistence

/// The state of an item at some time, with its position in the order.
struct GroceryState: Codable, Hashable {
    var name: String
    /// A text, because numbers in JSON may lose digits.
    private var quantityText: String
    var unit: String?
    var isTicked: Bool
    var orderingValue: Double

    var quantity: Decimal? { Decimal(string: quantityText) }

    /// The current state.
    init(_ item: GroceryItem) {
        name = item.name ?? ""
        quantityText = item.quantity.map(Quantity.text) ?? ""
        unit = item.unit
        isTicked = item.isTicked
        orderingValue = item.orderingValue
    }

    /// The saved state.
    init(committed item: GroceryItem) {
        let values = item.committedValues()
        self.init(item)
        name = values["name"]?.stringValue ?? ""
        quantityText = values["quantity"]?.decimalValue.map(Quantity.text) ?? ""
        unit = values["unit"]?.stringValue
        if case .boolean(let value) = values["isTicked"] { isTicked = value }
        if case .double(let value) = values["orderingValue"] { orderingValue = value }
    }

    /// The item in words: `2 × milk`, `1.5 l milk`, `2 bottles oil`.
    var summary: String {
        "\(quantityText) \(unit.map { GroceryUnit.text($0, quantity) } ?? "×") \(name)"
    }

    /// Restores the parts of an item that differ between this state and another one.
    func restore(_ item: GroceryItem, from other: GroceryState?) {
        if name != other?.name { item.name = name }
        if quantityText != other?.quantityText { item.quantity = quantity }
        if unit != other?.unit { item.unit = unit }
        if isTicked != other?.isTicked { item.isTicked = isTicked }
        if orderingValue != other?.orderingValue { item.orderingValue = orderingValue }
    }

    /// Whether the parts that differ between this state and another one still are as in the other.
    func isRestorable(from other: GroceryState, now: GroceryState) -> Bool {
        func isAsLeft(_ part: KeyPath<GroceryState, some Equatable>) -> Bool {
            self[keyPath: part] == other[keyPath: part]
                || now[keyPath: part] == other[keyPath: part]
        }
        return isAsLeft(\.name) && isAsLeft(\.quantityText) && isAsLeft(\.unit)
            && isAsLeft(\.isTicked) && isAsLeft(\.orderingValue)
    }
}
