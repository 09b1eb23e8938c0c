import Domain
import Foundation

extension SaleValues {
    /// The sale for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(recordNumber))),
            ("number", .int(Int(number))),
            ("date", .string(day.description)),
            ("customer", customer.map(Self.reference) ?? .null),
            ("lines", .array(lines.map(\.json))),
            ("total", .string(Money.plainText(total))),
            ("returnOf", returnOf?.json ?? .null),
            ("returns", .array(returns.map(\.json))),
            ("voidedAt", .date(voidedAt)),
            ("voidReason", voidReason.isEmpty ? .null : .string(voidReason)),
            ("receipt", .string(links(.saleReceipt(recordNumber)))),
            ("version", .int(Int(rowVersion))),
        ])
    }

    private static func reference(_ customer: Buyer) -> JSONValue {
        .object([("id", .int(Int(customer.recordNumber))), ("name", .string(customer.name))])
    }
}

extension SaleLineValues {
    /// The line for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))),
            (
                "product",
                .object([("id", .int(Int(productNumber))), ("name", .string(productName))])
            ),
            ("quantity", .int(quantity)),
            ("unitPrice", .string(Money.plainText(unitPrice))),
            ("amount", .string(Money.plainText(amount))),
            ("itemKey", .string(itemKey?.uuidString)),
        ])
    }
}
