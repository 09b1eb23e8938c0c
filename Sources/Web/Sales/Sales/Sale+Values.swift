import Domain
import Foundation
import Persistence

extension JSONValue {
    /// An amount of money.
    static func money(_ amount: Decimal) -> JSONValue { .string(Money.plainText(amount)) }

    /// A text; null if it is empty.
    static func text(_ text: String?) -> JSONValue {
        text?.isEmpty == false ? .string(text) : .null
    }

    /// A record by number and name.
    static func reference(_ number: Int64, _ name: String?) -> JSONValue {
        .object([("id", .int(number)), ("name", .string(name ?? ""))])
    }
}

extension Customer {
    var reference: JSONValue { .reference(savedNumber, name) }
}

extension Sale {
    /// The schema of a sale as JSON.
    static let schema = JSONSchema.members(
        "id number numberText date time customer isWalkIn isOnAccount lines total discount "
            + "discountPercent tax taxes payments paid owed note returnOf returns voidedAt voidReason "
            + "receipt version warnings?")

    /// The sale as JSON, with a warning for a day in the future.
    func json(_ links: SiteLinks) throws -> JSONValue { try json(links, naming: []) }

    /// The same with the words of an issued invoice for the products.
    func json(_ links: SiteLinks, naming words: [IssuedTexts.Line]) throws -> JSONValue {
        let isKnown = isPaymentKnown
        let head: [(name: String, value: JSONValue)] = [
            ("id", .int(savedNumber)), ("number", .int(number)),
            ("numberText", .string(numberText)), ("date", .string(dayOrFirst.description)),
            ("time", .string(time?.description)), ("customer", customer?.reference ?? .null),
            ("isWalkIn", .bool(isOfWalkIn && customer == nil)), ("isOnAccount", .bool(isOnAccount)),
        ]
        let rest: [(name: String, value: JSONValue)] = [
            ("payments", .array(try sortedPayments.map { try $0.json(links) })),
            ("paid", isKnown ? .money(paid) : .null), ("owed", isKnown ? .money(owed) : .null),
            ("note", .text(note)), ("returnOf", returnOf?.reference ?? .null),
            ("returns", .array(sortedReturns.map(\.reference))), ("voidedAt", .date(voidedAt)),
            ("voidReason", .text(voidReason)),
            ("receipt", .string(links(.saleReceipt(savedNumber)))),
            ("version", .int(rowVersion)),
        ]
        return .object(head + pricedMembers(naming: words) + rest + warnings)
    }

    private var warnings: [(name: String, value: JSONValue)] {
        guard isAhead else { return [] }
        let warning = JSONValue.object([
            ("message", .string("\(dayOrFirst) is in the future.")), ("field", .string("date")),
        ])
        return [("warnings", .array([warning]))]
    }

    /// The sale in the documents of other records.
    var reference: JSONValue { .object([("id", .int(savedNumber)), ("number", .int(number))]) }

    /// The columns of a CSV export after the number; the sale of a return by its number.
    static let columns: [RecordMember<Sale>] = [
        .integer("number") { $0.number }, .day("date") { $0.dayOrFirst },
        .integer("customer") { $0.customer?.savedNumber },
        .text("customerName") { $0.customer?.name }, .text("products") { $0.productsText },
        .quantity("quantity") { $0.lines.reduce(Decimal(0)) { $0 + ($1.quantity ?? 0) } },
        .money("total") { $0.total }, .integer("returnOf") { $0.returnOf?.number },
        .instant("voidedAt") { $0.voidedAt }, .text("voidReason") { $0.voidReason },
        .word("time") { $0.time?.description }, .text("note") { $0.note },
        .flag("isWalkIn") { $0.isOfWalkIn }, .flag("isOnAccount") { $0.isOnAccount },
        .text("numberText") { $0.numberText },
    ]
}

extension PricedPaper {
    /// The members of JSON about lines, discount and taxes.
    func pricedMembers(
        naming words: [IssuedTexts.Line] = []
    ) -> [(name: String, value: JSONValue)] {
        let head: [(name: String, value: JSONValue)] = [
            ("lines", .array(lines(named: words).map { $0.json(called: $1.name) })),
            ("total", .money(total)),
        ]
        return head + discountMembers + [
            ("tax", .money(tax)), ("taxes", .array(taxes.map(\.json))),
        ]
    }

    /// The lines with the words for their products: those of an issued invoice, or else the present
    /// ones.
    func lines(named issued: [IssuedTexts.Line]) -> [(line: Line, words: IssuedTexts.Line)] {
        lines.enumerated().map { index, line in
            (line, issued.indices.contains(index) ? issued[index] : IssuedTexts.Line(line))
        }
    }
}

extension Discounted {
    fileprivate var discountMembers: [(name: String, value: JSONValue)] {
        let discount = discount
        return [
            ("discount", discount == nil ? .null : .money(discountAmount)),
            ("discountPercent", .string(discount?.share?.plainText)),
        ]
    }
}

extension PricedLine {
    fileprivate func json(called name: String) -> JSONValue {
        let head: [(name: String, value: JSONValue)] = [
            ("id", .int(savedNumber)), ("product", .reference(product?.savedNumber ?? 0, name)),
            ("quantity", .decimal(quantity ?? 0)), ("unitPrice", .money(unitPrice ?? 0)),
        ]
        return .object(
            head + discountMembers + [
                ("discountShare", .money(share)), ("tax", .money(tax)),
                ("taxRate", .int(taxRate?.objectID.recordNumber)), ("amount", .money(amount)),
                ("itemKey", .string(itemKey?.uuidString)),
            ])
    }
}

extension SaleTax {
    /// The totals of one rate as JSON.
    var json: JSONValue {
        .object([
            ("taxRate", .int(rate)), ("name", .text(name)),
            ("percent", .string(percent?.plainText)), ("isAdded", .bool(isAdded)),
            ("net", .money(net)), ("tax", .money(tax)), ("gross", .money(gross)),
        ])
    }
}

extension Sale: RecordValues {
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
        let customer = buyerName ?? (isOfWalkIn ? "Walk-in" : "Person removed")
        return [customer, DayText.short(dayOrFirst), currency.text(total)].joined(separator: " · ")
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

extension ListedSale {
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
    var customerText: String {
        customer == nil ? (isWalkIn ? "Walk-in" : "Person removed") : customerName
    }

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
