import Domain
import Foundation
import Persistence

/// The values of a quote, detached from its context.
struct QuoteValues: RecordValues, PricedValues, WrittenNumber {
    /// The state of a quote.
    enum State: String, Sendable, CaseIterable {
        case open, expired, sold, withdrawn
    }

    let recordNumber: Int64
    let number: Int64
    /// The number in a pattern: `Q-2026-0001`; nil for a plain number.
    let numberText: String?
    let day: CalendarDay
    /// The last day on which the prices hold; nil for no limit.
    let lastDay: CalendarDay?
    /// Nil for a buyer who is no customer.
    let customer: SaleValues.Buyer?
    let buyerName: String
    let buyerAddress: String
    let note: String
    let lines: [SaleLineValues]
    let total: Decimal
    let discount: Discount?
    let discountAmount: Decimal
    let taxes: [SaleTax]
    /// The sale made from it; nil while it is open.
    let sale: SaleReference?
    let withdrawnAt: Date?
    let rowVersion: Int64

    /// The relationships to prefetch for the values.
    static let relationships = ["customer", "lines", "lines.product", "lines.taxRate", "sale"]

    init(_ quote: Quote) {
        recordNumber = quote.objectID.recordNumber ?? 0
        number = quote.number
        numberText = quote.numberText
        day = quote.day ?? CalendarDay(.init(timeIntervalSince1970: 0))
        lastDay = quote.lastDay
        customer = quote.customer.map(SaleValues.Buyer.init)
        buyerName = quote.customer?.name ?? quote.buyerName ?? ""
        buyerAddress = quote.buyerAddress ?? ""
        note = quote.note ?? ""
        lines = quote.lines.map { SaleLineValues($0) }
        total = quote.total
        discount = quote.discount
        discountAmount = quote.discountAmount
        taxes = quote.taxes
        sale = quote.countingSale.map(SaleReference.init)
        withdrawnAt = quote.voidedAt
        rowVersion = quote.rowVersion
    }

    var isReturn: Bool { false }

    /// `Quote 3`.
    var title: String { "Quote \(writtenNumber)" }

    /// The state on a day.
    func state(on today: CalendarDay = .today()) -> State {
        if sale != nil { return .sold }
        if withdrawnAt != nil { return .withdrawn }
        return lastDay.map { $0 < today } == true ? .expired : .open
    }
}

// MARK: - JSON and CSV

extension QuoteValues {
    /// The schema of a quote as JSON.
    static let schema = JSONSchema.members(
        "id number numberText date validThrough state customer buyerName buyerAddress lines total "
            + "discount discountPercent tax taxes note sale withdrawnAt path version")

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("number", .int(Int(number))),
            ("numberText", .string(numberText)),
            ("date", .string(day.description)), ("validThrough", .string(lastDay?.description)),
            ("state", .string(state().rawValue)),
            (
                "customer",
                customer?.json ?? .null
            ),
            ("buyerName", .string(buyerName)),
            ("buyerAddress", .string(buyerAddress.isEmpty ? nil : buyerAddress)),
            ("lines", .array(lines.map(\.json))), ("total", .string(Money.plainText(total))),
            ("discount", .string(discount == nil ? nil : Money.plainText(discountAmount))),
            ("discountPercent", .string(discount?.percentText)),
            ("tax", .string(Money.plainText(tax))), ("taxes", .array(taxes.map(\.json))),
            ("note", .string(note.isEmpty ? nil : note)), ("sale", sale?.json ?? .null),
            ("withdrawnAt", .date(withdrawnAt)), ("path", .string(links(.quote(recordNumber)))),
            ("version", .int(Int(rowVersion))),
        ])
    }

    static let csvColumns = [
        "id", "number", "date", "validThrough", "state", "customer", "products", "net", "tax",
        "total", "sale", "numberText",
    ]

    /// The cells of the quote in the order of the columns; the sale by its number.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .int(number), .plain(day.description),
            .plain(lastDay?.description ?? ""), .plain(state().rawValue), .text(buyerName),
            .text(productsText), .plain(Money.plainText(total - tax)),
            .plain(Money.plainText(tax)), .plain(Money.plainText(total)),
            .plain(sale.map { String($0.number) } ?? ""), .text(numberText),
        ]
    }
}
