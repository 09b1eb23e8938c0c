import Domain
import Foundation

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
            ("id", .int(Int(recordNumber))), ("name", .string(name)),
            ("emailid", emailid.isEmpty ? .null : .string(emailid)),
            ("contactno", contactno.isEmpty ? .null : .string(contactno)),
            ("notes", .string(notes.isEmpty ? nil : notes)),
            ("numbers", .array(numbers.map(\.json))),
            ("addresses", .array(addresses.map(\.json))),
            ("tags", .array(tags.map { .string($0) })),
            ("taxNumber", .string(taxNumber.isEmpty ? nil : taxNumber)),
            ("consentedAt", .string(consentDay?.description)),
            ("consentNote", .string(consentNote.isEmpty ? nil : consentNote)),
            ("paperLanguage", .string(paperLanguage.isEmpty ? nil : paperLanguage)),
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
        [
            .int(recordNumber), .text(name), .text(emailid), .text(contactno),
            .text(card?.brand), .plain(card?.lastFour), .text(card?.holder), .plain(card?.expiry),
            .int(summary.totals.saleCount), .plain(Money.plainText(summary.totals.amount)),
            .plain(summary.days?.lowerBound.description),
            .plain(summary.days?.upperBound.description),
            .text(ContactNumber.cell(numbers)), .text(PostalAddress.cell(addresses)),
            .text(tagsText), .text(taxNumber), .text(notes),
            .plain(consentDay?.description), .text(consentNote),
            .text(addresses.first?.street), .text(addresses.first?.postalCode),
            .text(addresses.first?.city), .text(addresses.first?.region),
            .text(addresses.first?.countryCode), .text(paperLanguage),
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
