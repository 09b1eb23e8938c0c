import Domain
import Foundation
import Persistence

extension PaymentValues {
    /// All payments, including void ones.
    static let list = ExportList<Payment>(
        entity: .payment, fileName: "payments",
        orders: [
            .init(name: "number", keyPath: "number"), .init(name: "date", keyPath: "date"),
            .init(name: "kind", keyPath: "kind.name", isText: true),
            .init(name: "amount", keyPath: "amountCents"),
            .init(name: "sale", keyPath: "sale.number"),
        ],
        searched: [["reference"], ["kind", "name"], ["sale", "customer", "name"]], day: ["date"],
        prefetching: ["kind", "sale", "sale.customer"], columns: csvColumns,
        cells: { PaymentValues($0).csvCells(of: $0) },
        json: { payment, links in
            let isCash = JSONValue.bool(payment.kind?.isCash == true)
            let sale = payment.sale.map { SaleReference($0).json } ?? .null
            let members = PaymentValues(payment).members(links)
            return .object(members + [("isCash", isCash), ("sale", sale)])
        })

    /// The columns of a CSV export.
    fileprivate static let csvColumns = [
        "number", "date", "time", "kind", "isCash", "amount", "tendered", "change", "reference",
        "sale", "customer", "customerName", "voidedAt", "voidReason",
    ]

    /// The cells of the payment in the order of the columns.
    fileprivate func csvCells(of payment: Payment) -> [CSVDocument.Cell] {
        let customer = payment.sale?.customer
        return [
            .int(number), .plain(day.description), .plain(time?.description), .text(kind),
            .plain(payment.kind?.isCash == true ? "yes" : "no"), .plain(Money.plainText(amount)),
            .plain(tendered > 0 ? Money.plainText(tendered) : nil),
            .plain(change > 0 ? Money.plainText(change) : nil), .text(reference),
            .int(payment.sale?.number), .int(customer?.objectID.recordNumber),
            .text(customer?.name), .plain(voidedAt.map(ISO8601Text.utc)), .text(voidReason),
        ]
    }
}
