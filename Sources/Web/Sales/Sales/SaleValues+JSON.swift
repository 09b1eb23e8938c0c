import Domain
import Foundation

extension SaleValues {
    /// The schema of a sale as JSON.
    static let schema = JSONSchema.members(
        "id number numberText date time customer isWalkIn isOnAccount lines total discount "
            + "discountPercent tax taxes payments paid owed note returnOf returns voidedAt voidReason "
            + "receipt version warnings?")

    /// The sale as JSON, with a warning for a day in the future.
    func json(_ links: SiteLinks) -> JSONValue {
        .object(members(links) + warnings)
    }

    private var warnings: [(name: String, value: JSONValue)] {
        guard isAhead else { return [] }
        let warning = JSONValue.object([
            ("message", .string("\(day) is in the future.")),
            ("field", .string("date")),
        ])
        return [("warnings", .array([warning]))]
    }

    private func members(_ links: SiteLinks) -> [(name: String, value: JSONValue)] {
        [
            ("id", .int(Int(recordNumber))),
            ("number", .int(Int(number))),
            ("numberText", .string(numberText)),
            ("date", .string(day.description)),
            ("time", .string(time?.description)),
            ("customer", customer?.json ?? .null),
            ("isWalkIn", .bool(isWalkIn && customer == nil)),
            ("isOnAccount", .bool(isOnAccount)),
            ("lines", .array(lines.map(\.json))),
            ("total", .string(Money.plainText(total))),
            ("discount", .string(discount == nil ? nil : Money.plainText(discountAmount))),
            ("discountPercent", .string(discount?.percentText)),
            ("tax", .string(Money.plainText(tax))),
            ("taxes", .array(taxes.map(\.json))),
            ("payments", .array(payments.map { $0.json(links) })),
            ("paid", .string(isPaymentKnown ? Money.plainText(paid) : nil)),
            ("owed", .string(isPaymentKnown ? Money.plainText(owed) : nil)),
            ("note", .string(note.isEmpty ? nil : note)),
            ("returnOf", returnOf?.json ?? .null),
            ("returns", .array(returns.map(\.json))),
            ("voidedAt", .date(voidedAt)),
            ("voidReason", voidReason.isEmpty ? .null : .string(voidReason)),
            ("receipt", .string(links(.saleReceipt(recordNumber)))),
            ("version", .int(Int(rowVersion))),
        ]
    }
}

extension SaleLineValues {
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))),
            (
                "product",
                .object([("id", .int(Int(productNumber))), ("name", .string(productName))])
            ),
            ("quantity", .decimal(quantity)),
            ("unitPrice", .string(Money.plainText(unitPrice))),
            ("discount", .string(discount == nil ? nil : Money.plainText(discountAmount))),
            ("discountPercent", .string(discount?.percentText)),
            ("discountShare", .string(Money.plainText(share))),
            ("tax", .string(Money.plainText(tax))),
            ("taxRate", taxRate.map { .int(Int($0)) } ?? .null),
            ("amount", .string(Money.plainText(amount))),
            ("itemKey", .string(itemKey?.uuidString)),
        ])
    }
}

extension SaleTax {
    /// The totals of one rate as JSON.
    var json: JSONValue {
        .object([
            ("taxRate", rate.map { .int(Int($0)) } ?? .null),
            ("name", .string(name.isEmpty ? nil : name)),
            ("percent", .string(percent?.plainText)), ("isAdded", .bool(isAdded)),
            ("net", .string(Money.plainText(net))), ("tax", .string(Money.plainText(tax))),
            ("gross", .string(Money.plainText(gross))),
        ])
    }
}

extension Discount {
    /// The percentage in JSON: `12.5`; nil for an amount.
    var percentText: String? { share?.plainText }
}
