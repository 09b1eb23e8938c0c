import Domain
import Foundation
import Persistence

/// What an invoice is, apart from any context.
struct InvoiceValues: RecordValues {
    let recordNumber: Int64
    let number: Int64
    let day: CalendarDay
    let dueDay: CalendarDay
    let buyerName: String
    let buyerAddress: String
    let buyerTaxNumber: String
    let buyerReference: String
    let note: String
    let rowVersion: Int64
    /// The sale that it is about.
    let sale: SaleValues
    /// What came back of it, below zero.
    let returned: Decimal
    /// The invoice of the sale from which something came back, where this one gives money back.
    let originalNumber: Int64?

    /// - Throws: ``SiteError`` 404 for an invoice without a sale, which none has that this program made.
    init(_ invoice: Invoice) throws(SiteError) {
        guard let sale = invoice.sale else { throw .notFound("The invoice has no sale") }
        recordNumber = invoice.objectID.recordNumber ?? 0
        number = invoice.number
        let issued = invoice.day ?? CalendarDay(.init(timeIntervalSince1970: 0))
        day = issued
        dueDay = invoice.dueDay ?? issued
        buyerName = invoice.buyerName ?? ""
        buyerAddress = invoice.buyerAddress ?? ""
        buyerTaxNumber = invoice.buyerTaxNumber ?? ""
        buyerReference = invoice.buyerReference ?? ""
        note = invoice.note ?? ""
        rowVersion = invoice.rowVersion
        self.sale = SaleValues(sale)
        returned = sale.returns.reduce(0) { $0 + ($1.isVoid ? 0 : $1.total) }
        originalNumber = sale.returnOf?.invoice?.number
    }

    /// `Invoice 5`, `Credit note 6`.
    var title: String { "\(sale.isReturn ? "Credit note" : "Invoice") \(number)" }

    /// What is still to be paid; of a credit note, below zero, what is still to be given back. Of a sale of
    /// which nobody said how it is paid, all that did not come back.
    var due: Decimal {
        if sale.isReturn { return min(sale.total - sale.paid, 0) }
        return sale.isPaymentKnown ? sale.owed : max(sale.total + returned, 0)
    }

    /// The invoice for programs.
    ///
    /// - Parameter parts: the parts that EN 16931 asks for; nil, the default, in lists.
    func json(_ links: SiteLinks, parts: JSONValue? = nil) -> JSONValue {
        .object(
            [
                ("id", .int(Int(recordNumber))), ("number", .int(Int(number))),
                ("kind", .string(sale.isReturn ? "creditNote" : "invoice")),
                ("date", .string(day.description)), ("dueDate", .string(dueDay.description)),
                (
                    "buyer",
                    .object([
                        ("name", .string(buyerName)),
                        ("address", .string(buyerAddress.isEmpty ? nil : buyerAddress)),
                        ("taxNumber", .string(buyerTaxNumber.isEmpty ? nil : buyerTaxNumber)),
                        ("reference", .string(buyerReference.isEmpty ? nil : buyerReference)),
                    ])
                ),
                ("note", .string(note.isEmpty ? nil : note)),
                ("original", originalNumber.map { .int(Int($0)) } ?? .null),
                ("net", .string(Money.plainText(sale.total - sale.tax))),
                ("tax", .string(Money.plainText(sale.tax))),
                ("total", .string(Money.plainText(sale.total))),
                ("due", .string(Money.plainText(due))), ("sale", sale.json(links)),
            ] + (parts.map { [("en16931", $0)] } ?? []))
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "number", "date", "dueDate", "buyerName", "sale", "net", "tax", "total", "due",
    ]

    /// The cells of the invoice, under these columns; the sale by its number.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .int(number), .plain(day.description),
            .plain(dueDay.description), .text(buyerName), .int(sale.number),
            .plain(Money.plainText(sale.total - sale.tax)), .plain(Money.plainText(sale.tax)),
            .plain(Money.plainText(sale.total)), .plain(Money.plainText(due)),
        ]
    }
}
