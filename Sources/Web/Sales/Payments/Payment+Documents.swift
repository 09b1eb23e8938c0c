import Domain
import Foundation
import Persistence

extension Payment {
    var dayOrFirst: CalendarDay { day ?? .first }

    /// The payment as JSON.
    func json(_ links: SiteLinks) -> JSONValue { .object(members(links)) }

    /// The members of the JSON.
    private func members(_ links: SiteLinks) -> [(name: String, value: JSONValue)] {
        [
            ("id", .int(savedNumber)), ("number", .int(number)),
            ("kind", .reference(kind?.savedNumber ?? 0, kind?.name)),
            ("date", .string(dayOrFirst.description)), ("time", .string(time?.description)),
            ("amount", .money(amount)), ("tendered", tendered > 0 ? .money(tendered) : .null),
            ("change", change > 0 ? .money(change) : .null), ("reference", .text(reference)),
            ("voidedAt", .date(voidedAt)), ("voidReason", .text(voidReason)),
            ("receipt", .string(links(.paymentReceipt(savedNumber)))),
        ]
    }

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
        prefetching: ["kind", "sale", "sale.customer"],
        columns: [
            "number", "date", "time", "kind", "isCash", "amount", "tendered", "change",
            "reference", "sale", "customer", "customerName", "voidedAt", "voidReason",
        ], cells: { $0.csvCells },
        json: { payment, links in
            .object(
                payment.members(links) + [
                    ("isCash", .bool(payment.kind?.isCash == true)),
                    ("sale", payment.sale?.reference ?? .null),
                ])
        })

    /// The cells of the payment in the order of the columns.
    private var csvCells: [CSVDocument.Cell] {
        [
            .int(number), .plain(dayOrFirst.description), .plain(time?.description),
            .text(kind?.name), .plain(kind?.isCash == true ? "yes" : "no"),
            .plain(Money.plainText(amount)),
            .plain(tendered > 0 ? Money.plainText(tendered) : nil),
            .plain(change > 0 ? Money.plainText(change) : nil), .text(reference),
            .int(sale?.number), .int(sale?.customer?.objectID.recordNumber),
            .text(sale?.customer?.name), .plain(voidedAt.map(ISO8601Text.utc)), .text(voidReason),
        ]
    }
}
