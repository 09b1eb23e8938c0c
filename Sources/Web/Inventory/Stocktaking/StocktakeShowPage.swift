import Domain
import Foundation
import Persistence

/// A stocktake: what is missing, what belongs elsewhere and what is unknown, with forms to note what is
/// there.
struct StocktakeShowPage: FormPage {
    static let template = "inventory/stocktakes/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Kitchen · Open`.
    var state: String
    /// `12 of 40 seen`, `2 misplaced`.
    var figures: [String]
    var isOpen: Bool
    /// Whether products are counted, whose stock is set when it is closed.
    var hasProducts: Bool
    /// `−3, worth −$15`; empty as long as nothing was booked.
    var difference: String
    /// The address of the sightings, which their form posts to.
    var sightingsPath: String
    var closePath: String
    var reopenPath: String
    var csvPath: String
    /// The names and numbers of what is counted.
    var namesPath: String
    var offline: OfflinePart
    var faults = FaultSummary()
    var code = FormField()
    var quantity = FormField()
    var groups: [ThingGroup]

    /// Things that are in the same state.
    struct ThingGroup: Sendable {
        var id: String
        var title: String
        var rows: [ThingRow]
        /// `And 200 more`.
        var more = ""
        /// All of them.
        var morePath = ""
    }

    struct ThingRow: Sendable {
        /// `A-0042`, or the moment at which it was seen.
        var label: String
        var name: String
        /// The page of the item or the product.
        var path: String
        /// `2 of 6, House › Kitchen, lent to Bob`.
        var detail: String
        /// The action of the row, its label, and what its form posts; nothing for none.
        var actionPath = ""
        var actionLabel = ""
        var fields: [HiddenField] = []
        /// Whether its form has a number: the one that it suggests, or, in its place, the one that counts without.
        var isSeveral = false
        var quantity = ""
        var rest = ""
        var deletePath = ""
    }
}

extension StocktakeShowPage {
    /// - Parameters:
    ///   - movable: the sightings of items that can be moved to where they were seen.
    ///   - summary: what is counted, and whether it is closed.
    /// - Throws: errors of the store.
    init(
        _ count: StocktakeCount, movable: Set<ManagedObjectID>,
        _ stocktake: DescribedValues<Stocktake>, summary: String,
        _ notices: [Notice], _ stocktakes: Stocktakes, in context: ManagedObjectContext
    ) throws {
        let (links, number) = (stocktakes.links, stocktake.recordNumber)
        let (isOpen, sightings) = (stocktake.record.isOpen, links(.sightings(number)))
        let shown = ShownCount(count, of: stocktake.record)
        let changes = count.things.filter { $0.change != nil && $0.change != 0 }
        let change = changes.compactMap(\.change).reduce(0, +)
        let values = changes.compactMap(\.changeValue)
        let worth =
            values.isEmpty ? "" : ", worth \(stocktakes.currency.text(values.reduce(0, +)))"
        self.init(
            layout: stocktakes.layout(stocktake.title, notices: notices),
            record: stocktakes.head(of: stocktake),
            state: summary, figures: shown.figures, isOpen: isOpen,
            hasProducts: count.things.contains { $0.product != nil },
            difference: changes.isEmpty
                ? ""
                : "\(change > 0 ? "+" : "")\(change, grouped: true)\(worth)",
            sightingsPath: sightings, closePath: links(.closeStocktake(number)),
            reopenPath: isOpen ? "" : links(.reopenStocktake(number)),
            csvPath: links(stocktakes.paths.record(number).csv),
            namesPath: links(.stocktakeNames(number)),
            offline: OfflinePart(
                "stocktakes", at: stocktakes.paths.record(number),
                help: .guidePage("stocktaking").at("count-without-a-network"), links),
            code: FormField(stocktakes.scannedCode), groups: [])
        let records = try SeenRecords(shown.subjects, in: context)
        let last = isOpen ? count.lastSightings : [:]
        func row(_ thing: StocktakeThing) -> ThingRow {
            var row = ThingRow(thing, isOpen: isOpen, sightings)
            row.path = records.path(of: thing.subject).map { links($0) } ?? ""
            if thing.isSurplus, let last = thing.subject.flatMap({ last[$0] }) {
                row.deletePath = links(.deleteSighting(number, last.savedNumber))
            }
            return row
        }
        func row(_ sighting: Sighting, in group: ShownCount.Group) -> ThingRow {
            let home = group.tellsHome && isOpen ? records.home(of: sighting.subject) : ""
            var row = ThingRow(sighting, home)
            row.path = records.path(of: sighting.subject).map { links($0) } ?? ""
            guard isOpen else { return row }
            row.deletePath = links(.deleteSighting(number, sighting.savedNumber))
            if movable.contains(sighting.objectID) {
                row.actionPath = links(.moveSighting(number, sighting.savedNumber))
                row.actionLabel = "Move it here"
            }
            return row
        }
        groups = shown.groups.map { group in
            ThingGroup(
                id: group.id, title: group.title,
                rows: group.things.map { row($0) } + group.sightings.map { row($0, in: group) },
                more: group.rest > 0 ? "And \(group.rest, grouped: true) more" : "",
                morePath: group.isOfSightings ? sightings : csvPath)
        }
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        faults = refusal.summary
        code.show("code", form, refusal)
        quantity.show("quantity", form, refusal)
    }
}

extension StocktakeShowPage.ThingRow {
    /// Something that is to be there, with the form that notes it as seen.
    fileprivate init(_ thing: StocktakeThing, isOpen: Bool, _ sightings: String) {
        let isSeveral = thing.quantity > 1 || thing.product != nil || thing.isSurplus
        let amount = "\(thing.seen, grouped: true) of \(thing.quantity, grouped: true)"
        self.init(
            label: thing.number, name: thing.name, path: "",
            detail: [
                isSeveral ? amount : "", thing.place,
                thing.borrower.map { "lent to \($0)" } ?? "",
            ].filter { !$0.isEmpty }.joined(separator: ", "))
        guard isOpen, thing.isMissing else { return }
        (actionPath, actionLabel) = (sightings, "Seen")
        fields = [
            thing.itemKey.map { HiddenField(name: "key", value: $0.uuidString) },
            thing.product.map { HiddenField(name: "product", value: String($0)) },
        ].compactMap(\.self)
        guard isSeveral else { return }
        let missing = Region.current.fieldText(quantity: thing.missing > 0 ? thing.missing : 1)
        self.isSeveral = true
        // Without a number, two who tap the same item at once count it once.
        (quantity, rest) = thing.itemKey == nil ? (missing, "") : ("", missing)
    }

    /// Something that was seen.
    ///
    /// - Parameter home: where it belongs; empty if that is not said.
    fileprivate init(_ sighting: Sighting, _ home: String) {
        let quantity = sighting.quantity ?? 1
        self.init(
            label: sighting.seenAt.map { DateText.moment($0) } ?? "", name: sighting.recordTitle,
            path: "",
            detail: [
                quantity == 1 ? "" : "\(quantity, grouped: true)", home,
                sighting.seenBy.map { "by \($0)" } ?? "",
            ].filter { !$0.isEmpty }.joined(separator: ", "))
    }
}

/// What the page of a stocktake shows of its count.
struct ShownCount {
    /// Things or sightings that are in the same state, at most some of them.
    struct Group {
        let id: String
        let title: String
        let things: ArraySlice<StocktakeThing>
        let sightings: ArraySlice<Sighting>
        /// The number of those that are not shown.
        let rest: Int
        /// Whether its rows say where items belong.
        let tellsHome: Bool
        /// Whether the list of sightings has all of them, and not only the table for spreadsheets.
        let isOfSightings: Bool

        init(
            _ id: String, _ title: String, _ things: [StocktakeThing] = [],
            sightings: [Sighting] = [], limit: Int = most, tellsHome: Bool = false,
            isOfSightings: Bool = false
        ) {
            (self.id, self.title) = (id, title)
            (self.things, self.sightings) = (things.prefix(limit), sightings.prefix(limit))
            rest = things.count + sightings.count - limit
            (self.tellsHome, self.isOfSightings) = (tellsHome, isOfSightings)
        }
    }

    /// The maximum number of rows in a group. The table for spreadsheets has all.
    private static let most = 100
    /// The maximum number of rows with what was seen last.
    private static let latest = 50

    /// `12 of 40 seen`, `2 misplaced`.
    let figures: [String]
    let groups: [Group]

    init(_ count: StocktakeCount, of stocktake: Stocktake) {
        let (missing, seen) = (count.missing, count.sightings(.expected))
        let (misplaced, unknown) = (count.sightings(.misplaced), count.sightings(.unknown))
        let surplus = count.surplus
        let (unseen, partial) = (missing.filter { !$0.isSeen }, missing.filter(\.isSeen))
        let elsewhere = misplaced.filter(stocktake.belongsElsewhere)
        let others = misplaced.filter { !stocktake.belongsElsewhere($0) }
        func figure(_ count: Int, _ words: String) -> String? {
            count == 0 ? nil : "\(count, grouped: true) \(words)"
        }
        figures = [
            "\(count.seenCount, grouped: true) of \(count.things.count, grouped: true) seen",
            "\(unseen.count, grouped: true) missing",
            figure(partial.count, "with fewer than expected"),
            figure(surplus.count, "with more than expected"),
            figure(elsewhere.count, "misplaced"), figure(others.count, "not part of it"),
            figure(unknown.count, "unknown"),
        ].compactMap(\.self)
        groups = [
            Group("missing", "Missing", unseen),
            Group("fewer", "Fewer than expected", partial),
            Group("surplus", "More than expected", surplus),
            Group("misplaced", "Belongs elsewhere", sightings: elsewhere, tellsHome: true),
            Group("others", "Not part of this stocktake", sightings: others),
            Group("unknown", "Unknown", sightings: unknown),
            Group("seen", "Seen", sightings: seen, limit: Self.latest, isOfSightings: true),
        ].filter { !$0.things.isEmpty || !$0.sightings.isEmpty }
    }

    /// What the rows are about.
    var subjects: [SeenSubject] {
        groups.flatMap { $0.things.compactMap(\.subject) + $0.sightings.compactMap(\.subject) }
    }
}

/// The items and products that the rows of a stocktake lead to, as they are now.
struct SeenRecords {
    private let items: [UUID: Item]
    private let products: Set<Int64>

    /// - Throws: errors of the store.
    init(_ subjects: [SeenSubject], in context: ManagedObjectContext) throws {
        var (keys, ids): (Set<UUID>, [ManagedObjectID]) = ([], [])
        for subject in Set(subjects) {
            switch subject {
            case .item(let key): keys.insert(key)
            case .product(let number):
                ids.append(
                    try context.coordinator.objectID(entityName: "Product", recordNumber: number))
            case .code: break
            }
        }
        items = try Item.find(keys, in: context)
        let present: [Product] = try context.objects(with: ids)
        products = Set(present.map(\.savedNumber))
    }

    /// The page of a record; nil for a code, or if the record was deleted.
    func path(of subject: SeenSubject?) -> SitePath? {
        switch subject {
        case .item(let key):
            items[key].map {
                $0.isTrashed ? ResourcePaths(.trash).record($0.savedNumber) : .item(key)
            }
        case .product(let number): products.contains(number) ? .product(number) : nil
        case .code, nil: nil
        }
    }

    /// `belongs in House › Garage`, `in the trash`; empty for another record.
    func home(of subject: SeenSubject?) -> String {
        guard case .item(let key) = subject, let item = items[key] else { return "" }
        guard !item.isTrashed else { return "in the trash" }
        return item.location.map { "belongs in \(ItemLocation($0).path)" } ?? "has no location"
    }
}
