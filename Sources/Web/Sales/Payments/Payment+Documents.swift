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
    static func list(_ links: SiteLinks) -> ExportList<Payment> {
        ExportList(
            entity: .payment, fileName: "payments",
            orders: [
                .init(name: "number", keyPath: "number"), .init(name: "date", keyPath: "date"),
                .init(name: "kind", keyPath: "kind.name", isText: true),
                .init(name: "amount", keyPath: "amountCents"),
                .init(name: "sale", keyPath: "sale.number"),
            ],
            searched: [["reference"], ["kind", "name"], ["sale", "customer", "name"]],
            day: ["date"], prefetching: ["kind", "sale", "sale.customer"],
            members: [
                RecordMember("number") { .integer($0.number) },
                RecordMember("date") { .day($0.dayOrFirst) },
                RecordMember("time") { .word($0.time?.description) },
                RecordMember("kind") { .text($0.kind?.name) },
                RecordMember("isCash") { .flag($0.kind?.isCash == true) },
                RecordMember("amount") { .money($0.amount) },
                RecordMember("tendered") { .money($0.tendered > 0 ? $0.tendered : nil) },
                RecordMember("change") { .money($0.change > 0 ? $0.change : nil) },
                RecordMember("reference") { .text($0.reference) },
                RecordMember("sale") { .integer($0.sale?.number) },
                RecordMember("customer") { .integer($0.sale?.customer?.objectID.recordNumber) },
                RecordMember("customerName") { .text($0.sale?.customer?.name) },
                RecordMember("voidedAt") { .instant($0.voidedAt) },
                RecordMember("voidReason") { .text($0.voidReason) },
            ]
        ) { payment in
            .object(
                payment.members(links) + [
                    ("isCash", .bool(payment.kind?.isCash == true)),
                    ("sale", payment.sale?.reference ?? .null),
                ])
        }
    }
}
