import Domain
import Foundation
import Hummingbird
import Persistence

/// The counts of what is there.
struct Stocktakes: Resource, InventoryPart {
    let inventory: Inventory
    /// Whether products are shown.
    var showsProducts = true
    /// The code that a scan has filled in.
    var scannedCode = ""

    let paths = ResourcePaths(.stocktakes)
    let entities: Set<EntityName>? = EntityName.inventory.union([
        .stocktake, .sighting, .product, .productCategory, .stockEntry,
    ])
    let place = ResourcePlace(section: .inventory, subsection: .stocktakes)
    let counted: CountedMembers? = CountedMembers(
        name: "sightings", entity: .sighting, relationship: "stocktake")
    let words = ResourceWords(
        Stocktake.description, title: "Stocktaking", icon: "i-check",
        emptyHeading: "Nothing was counted yet",
        emptyText:
            "Walk through a room with the phone, scan or tap what is there, and see what is missing, "
            + "and what belongs elsewhere.")

    let list = ListDescription(
        filters: [.init(name: "state", label: "State", kind: .choice(["open", "closed"]))],
        example: "closedAt == nil AND sightings.@count > 0",
        orders: [
            ("Started last", SortOrder("startedAt", ascending: false)),
            ("Name", SortOrder("name")),
        ],
        columns: [
            ListColumn(label: "Stocktake", kind: .name, sort: "name"),
            ListColumn(label: "What is counted", kind: .detail),
            ListColumn(
                label: "Started", kind: .date, sort: "startedAt", isDescendingFirst: true,
                isDefault: true),
            ListColumn(label: "Noted", kind: .count),
            ListColumn(label: "State", kind: .value, sort: "closedAt"),
        ])
}

// MARK: - The list

extension Stocktakes {
    func request(_ list: ListRequest) throws -> FetchRequest<Stocktake> {
        var conditions = try conditions(of: list)
        if let state = list.query.filter("state") {
            let isClosed: FetchPredicate = .key("closedAt") != nil
            conditions.append(state == "closed" ? isClosed : .not(isClosed))
        }
        return request(
            list, where: conditions, else: SortOrder("startedAt", ascending: false))
    }

    var members: [RecordMember<DescribedValues<Stocktake>>] {
        Stocktake.description.members() + [
            .instant("startedAt") { $0.startedAt },
            .instant("closedAt") { $0.closedAt },
            .text("closedBy") { $0.closedBy },
            .count("sightings"),
        ]
    }

    func cells(_ stocktake: DescribedValues<Stocktake>) throws -> [ListCell] {
        [
            ListCell(try scopeText(of: stocktake.record)),
            ListCell(stocktake.startedAt),
            ListCell("\(stocktake.count, grouped: true)", unit: " noted"),
            ListCell(stateText(of: stocktake.record)),
        ]
    }

    var schema: JSONSchema {
        let things = JSONSchema.list(
            of: .object(StocktakeThing.members.map { ($0.name, $0.schema) }))
        let sightings = JSONSchema.list(of: Sightings(inventory: inventory, stocktake: 0).schema)
        let groups = [
            ("expected", things), ("missing", things), ("seen", sightings),
            ("misplaced", sightings), ("unknown", sightings), ("surplus", things),
        ]
        let totals = JSONSchema.object(groups.map { ($0.0, .integer) })
        return .object(
            [("id", .integer)] + members.map { ($0.name, $0.schema) } + groups
                + [("totals", totals), ("version", .integer)],
            optional: Set(groups.map(\.0) + ["totals"]))
    }

    /// `Kitchen`, `All items`; `Deleted` for a record that was deleted before the stocktake was closed.
    func scopeText(of stocktake: Stocktake) throws -> String {
        guard !stocktake.scopes.isEmpty else { return "All items" }
        return try stocktake.scopeName ?? "Deleted"
    }

    /// The fault of what is refused because the stocktake is closed.
    static let closedFault = "the stocktake is closed; open it again first"

    /// `Open`, `Closed on June 1, 2026`.
    func stateText(of stocktake: Stocktake) -> String {
        stocktake.closedAt.map { "Closed on \(DateText.long($0))" } ?? "Open"
    }

    /// `Kitchen · Closed on June 1, 2026 by Anna`.
    func summary(of stocktake: Stocktake) throws -> String {
        let person = stocktake.closedBy.map { " by \($0)" } ?? ""
        return try "\(scopeText(of: stocktake)) · \(stateText(of: stocktake))\(person)"
    }
}

// MARK: - One stocktake

extension Stocktakes {
    func make(in context: ManagedObjectContext) -> Stocktake {
        let (stocktake, now) = (Stocktake(context: context), site.household.now())
        (stocktake.startedAt, stocktake.name) = (now, "Stocktaking of \(DateText.long(now))")
        return stocktake
    }

    /// One thing is counted, and stays the same once the stocktake is closed, or that thing is deleted.
    func check(
        _ stocktake: Stocktake, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        let scopes = fields.filter { $0.name != "name" }
        if stocktake.scopes.isEmpty { try keepDeletedScope(of: stocktake, scopes) }
        let changes = stocktake.changedValues
        guard let changed = scopes.last(where: { changes[$0.name] != nil }),
            decoder.message(for: changed.name) == nil, decoder.form[changed.name] != nil
        else { return }
        if stocktake.scopes.count > 1 {
            decoder.fail(
                changed.name, changed.label,
                "choose one of location, tag, type and product category")
        } else if !stocktake.isOpen {
            decoder.fail(changed.name, changed.label, "it is closed; open it again first")
        }
    }

    /// A form cannot name what is deleted: without another choice, the stocktake does not count all items.
    private func keepDeletedScope(
        of stocktake: Stocktake, _ scopes: [FieldDescription]
    ) throws {
        for field in scopes {
            guard case .reference(let reference) = field.kind,
                case .integer(let number)? = stocktake.committedValues(forKeys: [field.name])[
                    field.name]
            else { continue }
            try stocktake.setValue(number, forKey: field.name)
            guard try reference.record(in: field.name, of: stocktake) != nil else { continue }
            try stocktake.setValue(nil as (any Sendable)?, forKey: field.name)
        }
    }

    func requested(by request: Request, _ viewer: Viewer) throws -> Stocktakes {
        var stocktakes = self
        stocktakes.showsProducts = viewer.may(.readers(of: .sales))
        stocktakes.scannedCode = try request.namedFields["code"] ?? ""
        return stocktakes
    }

    func deletion(
        of record: Stocktake, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        DeletionQuestion(consequences: [
            "What was seen in it is deleted, too. Items and products stay.",
            record.isOpen
                ? "Nothing of it has been noted at them: it was not closed."
                : "Items keep when they were last seen, and products the stock that closing it has set. "
                    + "Open it again first to take that back.",
        ])
    }

    /// Closing is taken back by opening it again.
    func notices(for request: Request, in context: ManagedObjectContext) -> [Notice] {
        var notices = site.notices(for: request, of: words.one)
        if request.flash == .stocktakeClosed, !notices.isEmpty,
            let number = request.uri.path.split(separator: "/").last
        {
            notices[0].undoPath = links(.reopenStocktake(String(number)))
        }
        return notices
    }

    func show(
        _ record: Stocktake, notices: [Notice], in context: ManagedObjectContext
    ) throws -> StocktakeShowPage {
        let count = try count(record, in: context)
        let movable = try record.movable(count.sightings(.misplaced), in: context)
        return try StocktakeShowPage(
            count, movable: movable, values(record, in: context), summary: summary(of: record),
            notices, self, in: context)
    }

    func json(of record: Stocktake, in context: ManagedObjectContext) throws -> JSONValue {
        let stocktake = try values(record, in: context)
        let count = try count(record, in: context)
        return .object(
            try members.json(of: stocktake) + count.json(in: context)
                + [("version", .int(stocktake.rowVersion))])
    }

    /// The things and sightings of a stocktake that the viewer may read.
    func count(
        _ record: Stocktake, in context: ManagedObjectContext
    ) throws -> StocktakeCount {
        var count = try StocktakeCount(record, in: context)
        if !showsProducts { count.removeProducts() }
        return count
    }
}

extension StocktakeCount {
    /// The missing things, in the order of a walk through the locations.
    var missing: [StocktakeThing] {
        things.filter(\.isMissing).enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element)
    }

    /// The number of things of which nothing is missing.
    var seenCount: Int { things.count { !$0.isMissing } }

    /// The things of which there are more than expected.
    var surplus: [StocktakeThing] { things.filter(\.isSurplus) }

    /// The things and sightings for programs, with how many there are of each. A thing can have several
    /// sightings; the total of `seen` is that of things.
    fileprivate func json(
        in context: ManagedObjectContext
    ) throws -> [(name: String, value: JSONValue)] {
        let values = try SightingValues.all(sightings, outcomes, in: context)
        func documents(_ outcome: Sighting.Outcome) throws -> [JSONValue] {
            try values.filter { $0.outcome == outcome }.map { try $0.json() }
        }
        func documents(_ things: [StocktakeThing]) throws -> [JSONValue] {
            try things.map { try StocktakeThing.members.object(of: $0) }
        }
        let groups: [(String, [JSONValue])] = [
            ("expected", try documents(things)), ("missing", try documents(missing)),
            ("seen", try documents(.expected)), ("misplaced", try documents(.misplaced)),
            ("unknown", try documents(.unknown)), ("surplus", try documents(surplus)),
        ]
        let totals = groups.map { name, records in
            (name: name, value: JSONValue.int(name == "seen" ? seenCount : records.count))
        }
        return groups.map { (name: $0.0, value: .array($0.1)) } + [("totals", .object(totals))]
    }

    /// The expected things, and then the other sightings, as a table for spreadsheets.
    var table: CSVDocument {
        var table = CSVDocument(columns: [
            "state", "itemKey", "product", "number", "name", "code", "location", "quantity", "seen",
            "change", "changeValue", "seenAt", "seenBy",
        ])
        func add(_ state: String, _ thing: StocktakeThing, _ sighting: Sighting?) {
            table.append([
                .plain(state), .plain(thing.itemKey?.uuidString), .int(thing.product),
                .text(thing.number), .text(thing.name), .text(sighting?.code), .text(thing.place),
                .decimal(thing.quantity), .decimal(thing.seen), .decimal(thing.change),
                .plain(thing.changeValue.map(Money.plainText)),
                .plain(sighting?.seenAt.map(ISO8601Text.utc)), .text(sighting?.seenBy),
            ])
        }
        let last = lastSightings
        for thing in things {
            let state = thing.isMissing ? "missing" : "seen"
            add(state, thing, thing.subject.flatMap { last[$0] })
        }
        for (sighting, outcome) in zip(sightings, outcomes) where outcome != .expected {
            add(outcome.rawValue, StocktakeThing(sighting), sighting)
        }
        return table
    }
}

extension StocktakeThing {
    /// The members of a thing in documents.
    fileprivate static let members: [RecordMember<StocktakeThing>] = [
        .word("itemKey") { $0.itemKey?.uuidString }, .integer("product") { $0.product },
        .text("number") { $0.number },
        RecordMember("name", .text) { .document(.string($0.name)) },
        .text("location") { $0.place },
        RecordMember("quantity", .number) { .quantity($0.quantity) },
        RecordMember("seen", .number) { .quantity($0.seen) },
        .quantity("change") { $0.change }, .money("changeValue") { $0.changeValue },
    ]
}
