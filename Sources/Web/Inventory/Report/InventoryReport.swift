import Domain
import Foundation
import Persistence

/// The items of today or of a day, grouped, with their evidence.
struct InventoryReport: Sendable {
    /// An item of the report, detached from its context.
    struct Entry: Sendable {
        let key: UUID
        /// `A-0042`.
        let number: String
        let name: String
        let thumbnailVersion: String?
        let value: ItemValue
        let evidence: Set<ItemEvidence>
        /// Its documents, such as receipts, in their order.
        let documents: [(id: Int64, kind: DocumentKind, name: String)]
        /// The policy of its insurance.
        let insurance: String
        /// The path of its location or its type, by which the report groups it; empty for none.
        let group: String
        /// The details by line: serial number, maker and model, purchase, and those of type and location
        /// that the report is not grouped by.
        let facts: [String]
        /// The cells of its values in the table, from the key to the details.
        let cells: [CSVDocument.Cell]
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
        let entries = try context.fetch(fetch).map {
            try Entry(ItemValues($0, names), request, in: currency)
        }
        self.currency = currency
        let grouped = Dictionary(grouping: entries, by: \.group)
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
    fileprivate init(_ item: ItemValues, _ scope: ReportScope, in currency: Currency) throws {
        let record = item.record
        value = scope.moment.map(record.value(at:)) ?? record.value
        evidence = ItemEvidence.of(record, worth: value)
        (key, name, number) = (record.key, record.name, ItemNumber.text(record.itemNumber))
        (thumbnailVersion, insurance) = (record.thumbnailVersion, record.insurance ?? "")
        documents = record.documents(at: scope.moment).map {
            ($0.savedNumber, $0.documentKind, $0.recordTitle)
        }
        let (place, type) = (item.location?.path ?? "", item.assetType?.text ?? "")
        group = scope.grouping == .location ? place : type
        let serialNumber = record.serialNumber ?? ""
        let bought = record.boughtTexts(in: currency).joined(separator: " ")
        facts = [
            serialNumber.isEmpty ? "" : "Serial number \(serialNumber)",
            record.makerText,
            record.purchaseDate == nil ? FormText.capitalized(bought) : "Bought \(bought)",
            scope.grouping == .location ? type : place,
            record.lastSeen == nil ? "" : "Last seen \(record.lastSeenText)",
        ].filter { !$0.isEmpty }
        let stated = value.valueInDollars
        let own: [CSVDocument.Cell] = [
            .plain(key.uuidString), .text(name), .text(serialNumber),
            .plain(stated == 0 ? "" : "\(stated)"), .plain(value.worth.map(Money.plainText)),
            .plain(value.totalWorth.map(Money.plainText)), .text(type), .text(place),
            .text(record.notes),
        ]
        cells = own + (try ItemValues.detailMembers.cells(of: item))
    }

    /// The columns of the cells.
    static let columns =
        [
            "itemKey", "itemName", "serialNumber", "valueInDollars", "worth", "value", "assetType",
            "location", "notes",
        ] + ItemValues.detailMembers.columns()

    /// The missing evidence in words.
    var missing: [String] {
        ItemEvidence.allCases.filter { !evidence.contains($0) }.map(\.text)
    }

    fileprivate func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("itemKey", .string(key.uuidString)), ("itemName", .string(name)),
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
                            ("id", .int(document.id)),
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

extension DocumentKind {
    /// `Receipt: March.pdf`.
    func label(named name: String) -> String { "\(label): \(name)" }
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
        Set(entries.map(\.insurance)).filter { !$0.isEmpty }.sorted()
            .joined(separator: "; ")
    }
}
