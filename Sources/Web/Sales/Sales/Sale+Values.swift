import Domain
import Foundation
import Persistence

extension Sale: RecordValues, ShownSale {
    /// The relationships to prefetch for its values.
    static let relationships = [
        "customer", "lines", "lines.product", "lines.taxRate", "payments", "payments.kind",
        "returnOf", "returns",
    ]

    /// `Sale 17`, `Return S-2026-0018`.
    var title: String { "\(isReturn ? "Return" : "Sale") \(writtenNumber)" }

    /// Reads sales with the records that their values need.
    static func fetch(
        _ request: FetchRequest<Sale>, in context: ManagedObjectContext
    ) throws -> [Sale] {
        var request = request
        request.relationshipKeyPathsForPrefetching = relationships
        return try context.fetch(request)
    }

    var buyerName: String? { customer.map { $0.name ?? "" } }

    /// An old return does not store this and has the value of its sale.
    var isOfWalkIn: Bool { isWalkIn || returnOf?.isWalkIn ?? false }

    /// Whether its day is in the future, and may be mistyped.
    var isAhead: Bool { dayOrFirst.isYetToCome }

    var sortedPayments: [Payment] { payments.sorted { $0.number < $1.number } }

    var sortedReturns: [Sale] { returns.sorted { $0.number < $1.number } }

    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    func detailsText(in currency: Currency) -> String {
        [customerText, DayText.short(dayOrFirst), currency.text(total)].joined(separator: " · ")
    }
}

extension CalendarDay {
    /// The day of a record that another program made without one.
    static let first = CalendarDay(Date(timeIntervalSince1970: 0))
}

extension RecordValues {
    /// The title within a sentence: `sale 17`, `quote Q-2026-0003`.
    var titleWithin: String { FormText.clause(title) }
}

extension RecordValues where Self: ManagedObject {
    var recordNumber: Int64 { savedNumber }
}

extension PricedPaper {
    /// The day. One made by another program may have none; it counts as the first day of 1970.
    var dayOrFirst: CalendarDay { day ?? .first }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        ProductsText.text(lines.lazy.map { ($0.product?.name ?? "", $0.quantity ?? 0) })
    }
}

/// The values of a sale in lists and sheets, from a whole record or from a row of a list
/// (`ListedSale`).
protocol ShownSale {
    /// Reads the sales of a request, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    static func fetch(
        _ request: FetchRequest<Sale>, in context: ManagedObjectContext
    ) throws -> [Self]
    var recordNumber: Int64 { get }
    /// The sum of the lines; negative for a return.
    var total: Decimal { get }
    /// The unpaid amount.
    var owed: Decimal { get }
    var isOfWalkIn: Bool { get }
    var isReturn: Bool { get }
    var isVoid: Bool { get }
    /// The name of the customer; nil for a walk-in, and after the person was removed.
    var buyerName: String? { get }
}

extension ShownSale {
    /// `Return`, `Void`, `Void return`, `Unpaid`; empty for a paid sale.
    var stateText: String {
        switch (isVoid, isReturn) {
        case (true, true): "Void return"
        case (true, false): "Void"
        case (false, true): "Return"
        case (false, false): owed > 0 ? "Unpaid" : ""
        }
    }

    /// The customer in words.
    var customerText: String { buyerName ?? (isOfWalkIn ? "Walk-in" : "Person removed") }
}

extension ListedSale: ShownSale {
    var isOfWalkIn: Bool { isWalkIn }

    var buyerName: String? { customer == nil ? nil : customerName }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        ProductsText.text(products.lazy.map { ($0.name, $0.quantity) })
    }
}

/// Products with their quantities, as part of a sentence.
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

/// A customer by number and name, detached from its context.
struct Buyer: Sendable {
    let recordNumber: Int64
    let name: String

    var reference: JSONValue { .reference(recordNumber, name) }
}

extension Buyer {
    init(_ customer: Customer) {
        self.init(recordNumber: customer.savedNumber, name: customer.name ?? "")
    }
}
