import Domain
import Foundation

/// What lists and sheets say about a sale, whether all of it was read or only what a list shows
/// (`ListedSale`).
protocol ShownSale: Sendable {
    var recordNumber: Int64 { get }
    /// The sum of the lines; below zero for a return.
    var total: Decimal { get }
    /// What is still to be paid.
    var owed: Decimal { get }
    var isWalkIn: Bool { get }
    var isReturn: Bool { get }
    var isVoid: Bool { get }
    /// The name of the customer; nil for somebody who walked in, and after the person was removed.
    var buyerName: String? { get }
}

extension ShownSale {
    /// `Return`, `Void`, `Void return`, `Unpaid`; empty for a sale that counts and is paid.
    var stateText: String {
        switch (isVoid, isReturn) {
        case (true, true): "Void return"
        case (true, false): "Void"
        case (false, true): "Return"
        case (false, false): owed > 0 ? "Unpaid" : ""
        }
    }

    /// Whom it was sold to, in words.
    var customerText: String { buyerName ?? (isWalkIn ? "Walk-in" : "Person removed") }
}

extension ListedSale: ShownSale {
    var buyerName: String? { customer == nil ? nil : customerName }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        ProductsText.text(products.lazy.map { ($0.name, $0.quantity) })
    }
}

/// Products with their quantities, as a sentence names them.
enum ProductsText {
    /// `3 × Lamp, Chair`.
    static func text(_ products: some Sequence<(String, Decimal)>) -> String {
        var text = ""
        for (name, quantity) in products {
            if !text.isEmpty { text += ", " }
            if quantity != 1 { text += "\(quantity, grouped: true) × " }
            text += name
        }
        return text
    }
}
