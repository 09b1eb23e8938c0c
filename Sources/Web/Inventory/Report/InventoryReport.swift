import Domain
import Foundation
import Persistence

/// The items of today or of a day, grouped, with their evidence.
struct InventoryReport: Sendable {
    /// An item of the report.
    struct Entry: Sendable {
        let item: ItemValues
        let value: ItemValue
        let evidence: Set<ItemEvidence>
        /// Its documents, such as receipts, in their order.
        let documents: [DocumentValues]
        /// The path of the location.
        let place: String
    }

    /// A group of items.
    struct Group: Sendable {
        let name: String
        let entries: [Entry]
        let totals: ItemTotals

        init(name: String, entries: [Entry]) {
            self.name = name
            self.entries = entries
            totals = entries.reduce(into: ItemTotals()) { $0 += ItemTotals($1.value) }
        }
    }

    let groups: [Group]
    /// The sums of all groups.
    let totals: ItemTotals
    let currency: Currency

    var entries: [Entry] { groups.flatMap(\.entries) }
    /// The share of existing evidence, in per cent.
    var score: Int {
        let entries = entries
        guard !entries.isEmpty else { return 0 }
        let found = entries.reduce(0) { $0 + $1.evidence.count }
        return found * 100 / (entries.count * ItemEvidence.allCases.count)
    }

    /// The entries with missing evidence, most valuable first.
    var gaps: [Entry] {
        entries.filter { $0.evidence.count < ItemEvidence.allCases.count }
            .sorted { $0.value.totalWorth ?? 0 > $1.value.totalWorth ?? 0 }
    }

    /// Reads a report.
    ///
    /// - Parameter currency: that of the household.
    /// - Throws: a 404 for an unknown location, a 422 for a report that is too long; errors of the
    ///   store.
    init(
        _ request: ReportScope, _ names: ItemNames, _ currency: Currency,
        in context: ManagedObjectContext
    ) throws {
        try Self.checkLocation(of: request, names.locations)
        let location = request.location.map { ItemQuery.items(in: $0, names.locations) }
        var fetch = try OwnedItems.fetchRequest(
            at: request.moment, in: location, context)
        guard try context.count(for: fetch) <= ReportScope.most else {
            throw SiteError.unprocessable(
                "The report is too long", "location", "Location",
                "choose one; a report has at most " + "\(ReportScope.most, grouped: true) items")
        }
        fetch.relationshipKeyPathsForPrefetching =
            request.moment == nil ? ["documents"] : ["documents", "valueRecords"]
        let entries = try context.fetch(fetch).map { item in
            let values = try ItemValues(item, names)
            let value = request.moment.map(item.value(at:)) ?? item.value
            return Entry(
                item: values, value: value, evidence: ItemEvidence.of(item, worth: value),
                documents: item.documents(at: request.moment).map(DocumentValues.init),
                place: values.location?.path ?? "")
        }
        self.currency = currency
        let grouped = Dictionary(grouping: entries) { entry in
            switch request.grouping {
            case .location: entry.place
            case .type: entry.item.assetType?.text ?? ""
            }
        }
        let none = request.grouping == .location ? "No location" : "No type"
        groups = grouped.keys.sorted { $0 == "" ? false : $1 == "" ? true : $0 < $1 }.map {
            Group(name: $0.isEmpty ? none : $0, entries: grouped[$0] ?? [])
        }
        totals = groups.reduce(into: ItemTotals()) { $0 += $1.totals }
    }

    /// Checks the location, because a report without items would hide that it does not exist.
    ///
    /// - Throws: a 404 for an unknown location.
    static func checkLocation(of request: ReportScope, _ locations: LocationTree) throws {
        guard let number = request.location, locations[number] == nil else { return }
        throw SiteError.notFound("There is no location \(number)")
    }

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("count", .int(entries.count)),
            ("valueInDollars", .int(Int(totals.valueInDollars))),
            ("worth", .string(totals.worth.map(Money.plainText))),
            ("score", .int(score)),
            (
                "groups",
                .array(
                    groups.map { group in
                        .object([
                            ("name", .string(group.name)),
                            ("valueInDollars", .int(Int(group.totals.valueInDollars))),
                            ("worth", .string(group.totals.worth.map(Money.plainText))),
                            ("items", .array(group.entries.map { $0.json(links) })),
                        ])
                    })
            ),
        ])
    }
}

extension InventoryReport.Entry {
    /// The missing evidence in words.
    var missing: [String] {
        ItemEvidence.allCases.filter { !evidence.contains($0) }.map(\.text)
    }

    fileprivate func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("itemKey", .string(item.key.uuidString)), ("itemName", .string(item.name)),
            ("quantity", .int(Int(value.quantity))),
            ("valueInDollars", .int(Int(value.valueInDollars))),
            ("replacementValue", .string(value.replacementValue.map(Money.plainText))),
            ("worth", value.worthJSON),
            (
                "evidence",
                .array(ItemEvidence.allCases.filter(evidence.contains).map { .string($0.rawValue) })
            ),
            (
                "documents",
                .array(
                    documents.map { document in
                        .object([
                            ("id", .int(document.recordNumber)),
                            ("kind", .string(document.kind.rawValue)),
                            ("name", .string(document.name)),
                        ])
                    })
            ),
        ])
    }
}

extension Item {
    /// The documents that existed at a time; nil for now.
    func documents(at moment: Date?) -> [Document] {
        guard let moment else { return listedDocuments }
        return listedDocuments.filter { $0.addedAt.map { $0 <= moment } ?? true }
    }
}

extension DocumentValues {
    /// `Receipt: March.pdf`.
    var reportLabel: String { "\(kind.label): \(name)" }
}

extension ItemEvidence {
    /// The label for people.
    var text: String {
        switch self {
        case .document: "document"
        case .photo: "photo"
        case .serialNumber: "serial number"
        case .purchase: "day and price of the purchase"
        case .value: "value"
        case .place: "location"
        }
    }
}

extension InventoryReport.Entry {
    /// The details of an item by line: serial number, maker and model, purchase, and those of type
    /// and location that the report is not grouped by.
    func facts(_ scope: ReportScope, in currency: Currency) -> [String] {
        let bought = item.boughtTexts(in: currency).joined(separator: " ")
        return [
            item.serialNumber.isEmpty ? "" : "Serial number \(item.serialNumber)",
            item.makerText,
            item.purchaseDay == nil ? FormText.capitalized(bought) : "Bought \(bought)",
            scope.grouping == .location ? item.assetType?.text ?? "" : place,
            item.lastSeen == nil ? "" : "Last seen \(item.lastSeenText)",
        ].filter { !$0.isEmpty }
    }

    /// The worth of each with the quantity: `$120`, `4 × $5`, `not valued`.
    func valueText(in currency: Currency) -> String {
        value.worth == nil ? "not valued" : value.text(in: currency)
    }

    /// The worth of all: `$20`, `not valued`.
    func totalText(in currency: Currency) -> String {
        value.worth == nil ? "not valued" : value.totalText(in: currency)
    }

    /// `4 of 6`.
    var scoreText: String { "\(evidence.count) of \(ItemEvidence.allCases.count)" }
}

extension InventoryReport {
    /// `12 items, worth $8,310, 72 % documented`.
    var summary: String {
        "\(summary(of: totals)), \(score) % documented"
    }

    /// `12 items, worth $8,310`.
    func summary(of totals: ItemTotals) -> String {
        let worth = totals.worth.map { "worth \(currency.shortText($0))" } ?? "not valued"
        return "\(ItemCount.text(totals.count)), \(worth)"
    }

    /// The policies of insured items.
    var policies: String {
        Set(entries.map { $0.item.text("insurance") }).filter { !$0.isEmpty }.sorted()
            .joined(separator: "; ")
    }
}
