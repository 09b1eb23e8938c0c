import Domain
import Foundation
import Persistence

/// The values of an invoice, detached from its context.
struct InvoiceValues: RecordValues, WrittenNumber {
    let recordNumber: Int64
    let number: Int64
    /// The number in a pattern: `R-2026-0001`; nil for a plain number.
    let numberText: String?
    let day: CalendarDay
    let dueDay: CalendarDay
    let buyerName: String
    let buyerAddress: String
    let buyerTaxNumber: String
    let buyerReference: String
    let note: String
    let rowVersion: Int64
    /// The texts of the time of issue; nil for an older invoice, which did not store them.
    let issued: IssuedTexts?
    /// The stored texts, so that a restored invoice is unchanged; empty for none.
    let issuedTexts: String
    /// The sale, with the product names of the time of issue.
    let sale: SaleValues
    /// The total of its returns, a negative amount.
    let returned: Decimal
    /// The number of the original invoice, if this is a credit note.
    let originalNumber: Int64?
    /// The original number as printed; empty for none.
    let writtenOriginal: String

    /// - Throws: ``SiteError`` 404 for an invoice without a sale, which this program never makes,
    ///   and `DecodingError` if another program wrote its texts.
    init(_ invoice: Invoice) throws {
        guard let sale = invoice.sale else { throw SiteError.notFound("The invoice has no sale") }
        recordNumber = invoice.objectID.recordNumber ?? 0
        number = invoice.number
        numberText = invoice.numberText
        let first = invoice.day ?? CalendarDay(.init(timeIntervalSince1970: 0))
        day = first
        dueDay = invoice.dueDay ?? first
        buyerName = invoice.buyerName ?? ""
        buyerAddress = invoice.buyerAddress ?? ""
        buyerTaxNumber = invoice.buyerTaxNumber ?? ""
        buyerReference = invoice.buyerReference ?? ""
        note = invoice.note ?? ""
        rowVersion = invoice.rowVersion
        let texts = try invoice.texts()
        issued = texts
        issuedTexts = invoice.issuedTexts ?? ""
        self.sale = SaleValues(sale).named(by: texts?.lines ?? [])
        returned = sale.returns.reduce(0) { $0 + ($1.isVoid ? 0 : $1.total) }
        originalNumber = sale.returnOf?.invoice?.number
        writtenOriginal = sale.returnOf?.invoice?.writtenNumber ?? ""
    }

    /// `Invoice 5`, `Credit note R-2026-0006`.
    var title: String { "\(sale.isReturn ? "Credit note" : "Invoice") \(writtenNumber)" }

    /// The profile of the shop at the time of issue.
    ///
    /// - Parameter now: the current profile, for an invoice that stored none.
    func sender(now: ShopDetails) -> ShopDetails {
        issued?.sender ?? now
    }

    /// The currency at the time of issue.
    ///
    /// - Parameter now: the current currency, for an invoice that stored none.
    func currency(now: Currency) -> Currency {
        issued.flatMap { Currency($0.currency) } ?? now
    }

    /// The unpaid amount, or the negative amount to pay back for a credit note. Without a payment
    /// method it is the total minus returns.
    var due: Decimal {
        if sale.isReturn { return min(sale.total - sale.paid, 0) }
        return sale.isPaymentKnown ? sale.owed : max(sale.total + returned, 0)
    }

    /// The schema of an invoice as JSON. Lists leave out the parts of EN 16931.
    static let schema = JSONSchema.members(
        "id number numberText kind date dueDate buyer seller currency issuedTexts note original net "
            + "tax total due sale en16931?")

    /// The invoice as JSON.
    ///
    /// Seller and currency are null if it did not store them.
    ///
    /// - Parameter parts: the parts of EN 16931; nil, the default, in lists.
    func json(_ links: SiteLinks, parts: JSONValue? = nil) -> JSONValue {
        let buyer: JSONValue = .object([
            ("name", .string(buyerName)),
            ("address", .string(buyerAddress.isEmpty ? nil : buyerAddress)),
            ("taxNumber", .string(buyerTaxNumber.isEmpty ? nil : buyerTaxNumber)),
            ("reference", .string(buyerReference.isEmpty ? nil : buyerReference)),
        ])
        var members: [(name: String, value: JSONValue)] = [
            ("id", .int(Int(recordNumber))), ("number", .int(Int(number))),
            ("numberText", .string(numberText)),
            ("kind", .string(sale.isReturn ? "creditNote" : "invoice")),
            ("date", .string(day.description)), ("dueDate", .string(dueDay.description)),
            ("buyer", buyer),
            ("seller", issued?.sender.json ?? .null),
            ("currency", .string(issued?.currency)),
            ("issuedTexts", .string(issuedTexts.isEmpty ? nil : issuedTexts)),
            ("note", .string(note.isEmpty ? nil : note)),
            ("original", originalNumber.map { .int(Int($0)) } ?? .null),
            ("net", .string(Money.plainText(sale.total - sale.tax))),
            ("tax", .string(Money.plainText(sale.tax))),
            ("total", .string(Money.plainText(sale.total))),
            ("due", .string(Money.plainText(due))), ("sale", sale.json(links)),
        ]
        if let parts { members.append(("en16931", parts)) }
        return .object(members)
    }

    /// The columns of a CSV export.
    static let csvColumns = [
        "id", "number", "date", "dueDate", "buyerName", "sale", "net", "tax", "total", "due",
        "buyerAddress", "buyerTaxNumber", "buyerReference", "note", "issuedTexts", "numberText",
    ]

    /// The cells of the invoice in the order of the columns; the sale by its number.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .int(number), .plain(day.description),
            .plain(dueDay.description), .text(buyerName), .int(sale.number),
            .plain(Money.plainText(sale.total - sale.tax)), .plain(Money.plainText(sale.tax)),
            .plain(Money.plainText(sale.total)), .plain(Money.plainText(due)), .text(buyerAddress),
            .text(buyerTaxNumber), .text(buyerReference), .text(note), .plain(issuedTexts),
            .text(numberText),
        ]
    }
}

extension ShopDetails {
    /// The seller as JSON.
    fileprivate var json: JSONValue {
        func text(_ text: String) -> JSONValue { .string(text.isEmpty ? nil : text) }
        return .object([
            ("name", text(name)), ("address", text(address.joined(separator: "\n"))),
            ("contact", text(contact.joined(separator: "\n"))),
            ("countryCode", text(countryCode)), ("taxNumber", text(taxNumber)),
            ("iban", text(iban)), ("note", text(note)),
            ("footer", text(footer.joined(separator: "\n"))),
        ])
    }
}
