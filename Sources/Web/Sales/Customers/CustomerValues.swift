import Domain
import Foundation
import Persistence

/// A customer with the summary of their purchases. Texts that the customer does not have are empty.
@dynamicMemberLookup
struct CustomerValues: RecordHolder {
    let record: Customer
    /// The summary of their purchases.
    let summary: SalesSummary

    /// - Parameter summary: the summary of their purchases.
    init(_ customer: Customer, _ summary: SalesSummary) {
        record = customer
        self.summary = summary
    }

    /// The values of a customer with the summary of their purchases.
    ///
    /// - Throws: errors of the store.
    init(_ customer: Customer, in context: ManagedObjectContext) throws {
        let summaries = try SalesSummary.ofCustomers([customer.objectID], in: context)
        self.init(customer, summaries[customer.savedNumber] ?? SalesSummary())
    }

    subscript(dynamicMember text: KeyPath<Customer, String?>) -> String {
        record[keyPath: text] ?? ""
    }

    var title: String { self.name }

    var rowVersion: Int64 { record.version }

    /// The further numbers.
    var numbers: [ContactNumber] { record.furtherNumbers }

    var addresses: [PostalAddress] { record.postalAddresses }

    /// The day of the consent to be contacted; nil without consent.
    var consentDay: CalendarDay? { record.consentDay }

    var card: CardDetails? { record.creditCard?.details }

    /// The texts of the customer's form, which never contain the number of a card.
    var texts: [String: String] {
        var texts = [
            "name": self.name, "contactno": self.contactno, "emailid": self.emailid,
            "notes": self.notes, "consentedAt": consentDay?.description ?? "",
            "consentNote": self.consentNote, "paperLanguage": self.paperLanguage,
            "holder": card?.holder ?? "", "expiry": card?.expiryText ?? "",
            "taxNumber": self.taxNumber, "numbers": numbersText, "tags": tagsText,
        ]
        for (index, address) in addresses.enumerated() {
            for part in ContactInput.parts {
                texts[ContactInput.name(index, part.key)] = address[keyPath: part.path] ?? ""
            }
        }
        return texts
    }

    /// The further numbers, one per line.
    var numbersText: String { numbers.map(\.line).joined(separator: "\n") }

    /// The tags, separated by commas.
    var tagsText: String { record.tagNames.joined(separator: ", ") }

    /// `Since Nov 21, 2026: letters, not calls`; empty without consent.
    var consentText: String {
        [consentDay.map { "Since \(DayText.short($0))" } ?? "", self.consentNote]
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
    /// The schema of a customer as JSON.
    static let schema = JSONSchema.members(
        "id name emailid contactno notes numbers addresses tags taxNumber consentedAt consentNote "
            + "paperLanguage creditCard sales total firstPurchase lastPurchase version warnings?")

    /// The customer as JSON.
    ///
    /// - Parameter warnings: warnings that do not prevent saving.
    func json(warnings: [JSONValue] = [], _ links: SiteLinks) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .int(Int(recordNumber))), ("name", .string(self.name)),
            ("emailid", .text(self.emailid)), ("contactno", .text(self.contactno)),
            ("notes", .text(self.notes)),
            ("numbers", .array(numbers.map(\.json))),
            ("addresses", .array(addresses.map(\.json))),
            ("tags", .array(record.tagNames.map { .string($0) })),
            ("taxNumber", .text(self.taxNumber)),
            ("consentedAt", .string(consentDay?.description)),
            ("consentNote", .text(self.consentNote)), ("paperLanguage", .text(self.paperLanguage)),
            ("creditCard", card.map(\.json) ?? .null),
            ("sales", .int(summary.totals.saleCount)),
            ("total", .string(Money.plainText(summary.totals.amount))),
            ("firstPurchase", .string(summary.days?.lowerBound.description)),
            ("lastPurchase", .string(summary.days?.upperBound.description)),
            ("version", .int(Int(rowVersion))),
        ]
        if !warnings.isEmpty {
            members.append(("warnings", .array(warnings)))
        }
        return .object(members)
    }

    /// The warnings for JSON: probable duplicates, and those about the card.
    func warnings(_ duplicates: [CustomerDuplicate], _ links: SiteLinks) -> [JSONValue] {
        duplicates.map { $0.json(links) }
            + cardWarnings.map { field, text in
                .object([("message", .string(text)), ("field", .string(field))])
            }
    }

    /// The warnings about the card as of today.
    var cardWarnings: [(field: String, text: String)] {
        card?.warnings(on: CalendarDay.today()) ?? []
    }

    /// The columns of a CSV export.
    static let csvColumns = [
        "id", "name", "emailid", "contactno", "cardBrand", "cardLastFour", "cardHolder",
        "cardExpiry", "sales", "total", "firstPurchase", "lastPurchase", "numbers", "addresses",
        "tags", "taxNumber", "notes", "consentedAt", "consentNote",
        "street", "postalCode", "city", "region", "countryCode", "paperLanguage",
    ]

    /// The cells of the customer in the order of the columns.
    var csvCells: [CSVDocument.Cell] {
        let (card, addresses) = (card, addresses)
        return [
            .int(recordNumber), .text(self.name), .text(self.emailid), .text(self.contactno),
            .text(card?.brand), .plain(card?.lastFour), .text(card?.holder), .plain(card?.expiry),
            .int(summary.totals.saleCount), .plain(Money.plainText(summary.totals.amount)),
            .plain(summary.days?.lowerBound.description),
            .plain(summary.days?.upperBound.description),
            .text(ContactNumber.cell(numbers)), .text(PostalAddress.cell(addresses)),
            .text(tagsText), .text(self.taxNumber), .text(self.notes),
            .plain(consentDay?.description), .text(self.consentNote),
            .text(addresses.first?.street), .text(addresses.first?.postalCode),
            .text(addresses.first?.city), .text(addresses.first?.region),
            .text(addresses.first?.countryCode), .text(self.paperLanguage),
        ]
    }
}

extension ContactNumber {
    fileprivate var json: JSONValue {
        .object([("label", .string(label)), ("number", .string(number))])
    }
}

extension PostalAddress {
    fileprivate var json: JSONValue {
        .object([
            ("label", .string(label)), ("street", .string(street)),
            ("postalCode", .string(postalCode)), ("city", .string(city)),
            ("region", .string(region)), ("countryCode", .string(countryCode)),
        ])
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
