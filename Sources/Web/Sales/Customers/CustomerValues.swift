import Domain
import Foundation
import Persistence

/// A customer with the summary of their purchases. Texts that the customer does not have are empty.
@dynamicMemberLookup
final class CustomerValues: RecordHolder {
    let record: Customer
    /// The summary of their purchases.
    let summary: SalesSummary
    // Many columns of a table use them, and lists do not.
    private(set) lazy var addresses = record.postalAddresses
    /// The stored part of the card.
    private(set) lazy var card = record.creditCard?.details

    init(_ customer: Customer, _ summary: SalesSummary) {
        (record, self.summary) = (customer, summary)
    }

    subscript(dynamicMember text: KeyPath<Customer, String?>) -> String {
        record[keyPath: text] ?? ""
    }

    var title: String { self.name }

    var rowVersion: Int64 { record.version }

    /// `Since Nov 21, 2026: letters, not calls`; empty without consent.
    var consentText: String {
        [record.consentDay.map { "Since \(DayText.short($0))" } ?? "", self.consentNote]
            .filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// `3 sales`.
    var countText: String { ItemCount.text(summary.totals.saleCount, "sale", "sales") }
}

extension Customer {
    /// The number and the e-mail address, which distinguish namesakes.
    var contactText: String {
        [contactno ?? "", emailid ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

extension CardDetails {
    /// `Visa ending in 1111`.
    var text: String {
        (hasKnownBrand ? brand : "Card of an unknown brand") + " ending in \(lastFour)"
    }

    /// The warnings on a day, with the names of their fields.
    func warnings(on day: CalendarDay) -> [(field: String, text: String)] {
        var warnings: [(field: String, text: String)] = []
        if !hasKnownBrand {
            warnings.append(
                ("number", "No brand has card numbers that begin like this one: is it mistyped?"))
        }
        if let expiry, let month = try? CardExpiry(parsing: expiry), month.isPast(on: day) {
            warnings.append(("expiry", "The card expired in \(expiryText)."))
        }
        return warnings
    }

    /// The name on the card and its month of expiry, as far as known.
    var detailsText: String {
        [holder ?? "", expiryText.isEmpty ? "" : "expires \(expiryText)"].filter { !$0.isEmpty }
            .joined(separator: " · ")
    }

    /// The month in the notation of cards: `05/27`.
    var expiryText: String {
        guard let parts = expiry?.split(separator: "-"), parts.count == 2 else { return "" }
        return "\(parts[1])/\(parts[0].suffix(2))"
    }
}

extension CustomerValues {
    /// The members of JSON, and the columns of CSV in their own order.
    static let members = documentMembers.only(in: .documents) + columns.only(in: .tables)

    /// The schema of a customer as JSON, with warnings that do not prevent saving.
    static let schema = JSONSchema.object(
        [("id", .integer)] + documentMembers.map { ($0.name, $0.schema) }
            + [("version", .integer), ("warnings", .any)], optional: ["warnings"])

    private static let documentMembers: [RecordMember<CustomerValues>] =
        Customer.description.members("name", "emailid", "contactno", "notes") + [
            RecordMember("numbers") { .document(.array($0.record.furtherNumbers.map(\.json))) },
            RecordMember("addresses") { .document(.array($0.addresses.map(\.json))) },
            RecordMember("tags") { .document(.array($0.record.tagNames.map { .string($0) })) },
        ] + Customer.description.members("taxNumber", "consentedAt", "consentNote") + [
            .text("paperLanguage") { $0.paperLanguage },
            RecordMember("creditCard") { .document($0.card?.json ?? .null) },
        ] + purchases

    private static let columns: [RecordMember<CustomerValues>] =
        Customer.description.members("name", "emailid", "contactno") + [
            .text("cardBrand") { $0.card?.brand }, .word("cardLastFour") { $0.card?.lastFour },
            .text("cardHolder") { $0.card?.holder }, .word("cardExpiry") { $0.card?.expiry },
        ] + purchases + [
            .text("numbers") { ContactNumber.cell($0.record.furtherNumbers) },
            .text("addresses") { PostalAddress.cell($0.addresses) },
            .text("tags") { $0.record.tagNames.joined(separator: ", ") },
        ] + Customer.description.members("taxNumber", "notes", "consentedAt", "consentNote")
        + mainAddress + [.text("paperLanguage") { $0.paperLanguage }]

    private static let mainAddress: [RecordMember<CustomerValues>] =
        PostalAddress.fields.dropFirst().map { part in
            .text(part.name) { $0.addresses.first?[keyPath: part.path] }
        }

    private static let purchases: [RecordMember<CustomerValues>] = [
        .count("sales") { $0.summary.totals.saleCount },
        .money("total") { $0.summary.totals.amount },
        .day("firstPurchase") { $0.summary.days?.lowerBound },
        .day("lastPurchase") { $0.summary.days?.upperBound },
    ]

    /// The warnings for JSON: probable duplicates, and those about the card.
    func warnings(
        _ duplicates: [(number: Int64, warning: CustomerDuplicate)]
    ) -> [JSONValue] {
        duplicates.map { $0.warning.json(of: $0.number) }
            + cardWarnings.map { field, text in
                .object([("message", .string(text)), ("field", .string(field))])
            }
    }

    /// The warnings about the card as of today.
    var cardWarnings: [(field: String, text: String)] {
        card?.warnings(on: CalendarDay.today()) ?? []
    }
}

extension ContactNumber {
    fileprivate var json: JSONValue {
        .object([("label", .string(label)), ("number", .string(number))])
    }
}

extension PostalAddress {
    fileprivate var json: JSONValue {
        .object(Self.fields.map { ($0.name, .string(self[keyPath: $0.path])) })
    }
}

extension CardDetails {
    /// The stored part of the card as JSON.
    fileprivate var json: JSONValue {
        .object([
            ("label", .string(text)), ("brand", .string(brand)), ("lastFour", .string(lastFour)),
            ("holder", .string(holder)), ("expiry", .string(expiry)),
        ])
    }
}
