import Domain
import Foundation
import Persistence

/// The sightings of a stocktake, in their order.
struct Sightings: ListedResource, InventoryPart {
    typealias Record = Sighting
    typealias Values = SightingValues

    let inventory: Inventory
    /// The number of the stocktake.
    let stocktake: Int64
    /// Whether products are shown.
    var showsProducts = true

    var paths: ResourcePaths { ResourcePaths(.sightings(stocktake)) }
    let entities: Set<EntityName>? = EntityName.inventory.union([
        .stocktake, .sighting, .product, .productCategory,
    ])
    let place = ResourcePlace(section: .inventory, subsection: .stocktakes)
    let words = ResourceWords(
        Sighting.description, icon: "i-check", searched: "its name or code",
        emptyHeading: "Nothing was seen yet", emptyText: "Scan or tap what is there.")

    let list = ListDescription(
        example: "code != nil OR quantity > 1",
        orders: [("Seen last", SortOrder("seenAt", ascending: false))],
        columns: [
            ListColumn(label: "What was seen", kind: .name),
            ListColumn(label: "By", kind: .detail, sort: "seenBy"),
            ListColumn(
                label: "When", kind: .date, sort: "seenAt", isDescendingFirst: true,
                isDefault: true),
            ListColumn(label: "Quantity", kind: .count, sort: "quantity"),
            ListColumn(label: "Outcome", kind: .value),
        ], searched: [["name"], ["code"]])
}

extension Sightings {
    func checkOwner(in context: ManagedObjectContext) throws {
        _ = try context.existing(Stocktake.self, stocktake, "stocktake")
    }

    func request(_ list: ListRequest) throws -> FetchRequest<Sighting> {
        let id = try site.household.container.coordinator.objectID(
            entityName: "Stocktake", recordNumber: stocktake)
        var shown: [FetchPredicate] = [.key("stocktake") == id]
        if !showsProducts { shown.append(.key("product") == nil) }
        return try request(
            list, where: shown + conditions(of: list),
            else: SortOrder("seenAt", ascending: false))
    }

    func values(
        _ records: [Sighting], in context: ManagedObjectContext
    ) throws -> [SightingValues] {
        let stocktake = try context.existing(Stocktake.self, stocktake, "stocktake")
        return try SightingValues.all(
            records, stocktake.outcomes(of: records, in: context), in: context)
    }

    func rowValues(
        _ records: [Sighting], in context: ManagedObjectContext
    ) throws -> [SightingValues] {
        let seen = try SeenRecords(records.compactMap(\.subject), in: context)
        return try values(records, in: context).map { values in
            var values = values
            values.path = seen.path(of: values.record.subject)
            return values
        }
    }

    func index(
        _ page: RecordIndexPage, _ records: [SightingValues], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> RecordIndexPage {
        let (stocktakes, owner) = (
            Stocktakes(inventory: inventory),
            try context.existing(Stocktake.self, stocktake, "stocktake")
        )
        var page = page
        page.layout.crumbs =
            stocktakes.crumbs + [
                PathLink(
                    label: owner.name ?? "", path: links(stocktakes.paths.record(stocktake)))
            ]
        return page
    }

    var members: [RecordMember<SightingValues>] { SightingValues.members }

    func row(_ values: SightingValues) -> ListRow {
        let sighting = values.record
        return ListRow(
            anchor: anchor(of: values),
            path: links(values.path ?? ResourcePaths(.stocktakes).record(stocktake)),
            name: values.title,
            [
                ListCell(sighting.seenBy ?? ""),
                ListCell(
                    sighting.seenAt.map { DateText.moment($0) } ?? "",
                    time: sighting.seenAt.map(ISO8601Text.utc), none: ""),
                ListCell("\(sighting.quantity ?? 0, grouped: true)"),
                ListCell(FormText.capitalized(values.outcome.rawValue)),
            ])
    }
}

/// A sighting with its outcome.
struct SightingValues: RecordHolder {
    let record: Sighting
    let outcome: Sighting.Outcome
    /// Where it was seen; nil if that was not said, or the location was deleted.
    let location: Location?
    /// The page of what was seen; nil for a code, or if it was deleted. Only rows have it.
    var path: SitePath?

    var title: String { record.recordTitle }

    /// - Throws: errors of the store.
    static func all(
        _ sightings: [Sighting], _ outcomes: [Sighting.Outcome], in context: ManagedObjectContext
    ) throws -> [SightingValues] {
        let ids = try Set(sightings.compactMap(\.location)).map {
            try context.coordinator.objectID(entityName: "Location", recordNumber: $0)
        }
        let found: [Location] = try context.objects(with: ids)
        let locations = Dictionary(
            found.map { ($0.savedNumber, $0) }, uniquingKeysWith: { first, _ in first })
        return zip(sightings, outcomes).map { sighting, outcome in
            SightingValues(
                record: sighting, outcome: outcome,
                location: sighting.location.flatMap { locations[$0] })
        }
    }
}

extension SightingValues {
    /// The members of a sighting in documents and tables.
    static let members: [RecordMember<SightingValues>] = [
        .word("sighting") { $0.record.key?.uuidString },
        .word("outcome") { $0.outcome.rawValue },
        .word("itemKey") { $0.record.itemKey?.uuidString },
        .record("product") { values in
            values.record.product.map { ($0, values.record.name ?? "") }
        },
        .text("name") { $0.record.name },
        .text("code") { $0.record.code },
        .quantity("quantity") { $0.record.quantity },
        .record("location") { values in values.location.map { ($0.savedNumber, $0.name ?? "") } },
        .instant("seenAt") { $0.record.seenAt },
        .instant("addedAt") { $0.record.addedAt },
        .text("seenBy") { $0.record.seenBy },
    ]

    /// The sighting for programs.
    ///
    /// - Parameter isAgain: whether it was noted before; the outcome is `again` then.
    /// - Throws: errors of the store.
    func json(sayingAgain isAgain: Bool = false) throws -> JSONValue {
        var members = try Self.members.json(of: self) + [("version", .int(rowVersion))]
        if isAgain, let index = members.firstIndex(where: { $0.name == "outcome" }) {
            members[index].value = .string("again")
        }
        return .object(members)
    }
}
