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
                .integer("number") { $0.number },
                .day("date") { $0.dayOrFirst },
                .word("time") { $0.time?.description },
                .text("kind") { $0.kind?.name },
                .flag("isCash") { $0.kind?.isCash == true },
                .money("amount") { $0.amount },
                .money("tendered") { $0.tendered > 0 ? $0.tendered : nil },
                .money("change") { $0.change > 0 ? $0.change : nil },
                .text("reference") { $0.reference },
                .integer("sale") { $0.sale?.number },
                .integer("customer") { $0.sale?.customer?.objectID.recordNumber },
                .text("customerName") { $0.sale?.customer?.name },
                .instant("voidedAt") { $0.voidedAt },
                .text("voidReason") { $0.voidReason },
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
