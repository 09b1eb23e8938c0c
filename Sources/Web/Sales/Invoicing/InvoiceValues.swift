import Domain
import Foundation
import Persistence

/// What an invoice is, apart from any context.
struct InvoiceValues: RecordValues, WrittenNumber {
    let recordNumber: Int64
    let number: Int64
    /// What was written by a pattern: `R-2026-0001`; nil for the number alone.
    let numberText: String?
    let day: CalendarDay
    let dueDay: CalendarDay
    let buyerName: String
    let buyerAddress: String
    let buyerTaxNumber: String
    let buyerReference: String
    let note: String
    let rowVersion: Int64
    /// What it was issued with; nil for an invoice from before that was kept.
    let issued: IssuedTexts?
    /// The same as it is kept, so that it comes back as it was; empty for none.
    let issuedTexts: String
    /// The sale that it is about, with its products as they were called when it was issued.
    let sale: SaleValues
    /// What came back of it, below zero.
    let returned: Decimal
    /// The invoice of the sale from which something came back, where this one gives money back.
    let originalNumber: Int64?
    /// The same as it stands on paper; empty for none.
    let writtenOriginal: String

    /// - Throws: ``SiteError`` 404 for an invoice without a sale, which none is that this program made, and
    ///   `DecodingError` if something else wrote what it was issued with.
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

    /// What the shop said about itself when it was issued.
    ///
    /// - Parameter now: what it says now, which goes for an invoice that kept nothing.
    func sender(now: ShopDetails) -> ShopDetails {
        issued.map { ShopDetails($0.sender) } ?? now
    }

    /// The currency in which it was issued.
    ///
    /// - Parameter now: that of the shop, which goes for an invoice that kept nothing.
    func currency(now: Currency) -> Currency {
        issued.flatMap { Currency($0.currency) } ?? now
    }

    /// What is still to be paid; of a credit note, below zero, what is still to be given back. Of a sale of
    /// which nobody said how it is paid, all that did not come back.
    var due: Decimal {
        if sale.isReturn { return min(sale.total - sale.paid, 0) }
        return sale.isPaymentKnown ? sale.owed : max(sale.total + returned, 0)
    }

    /// The invoice for programs.
    ///
    /// Seller and currency are null where it kept neither.
    ///
    /// - Parameter parts: the parts that EN 16931 asks for; nil, the default, in lists.
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

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "number", "date", "dueDate", "buyerName", "sale", "net", "tax", "total", "due",
        "buyerAddress", "buyerTaxNumber", "buyerReference", "note", "issuedTexts", "numberText",
    ]

    /// The cells of the invoice, under these columns; the sale by its number.
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

extension IssuedTexts.Sender {
    /// The sender for programs.
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
