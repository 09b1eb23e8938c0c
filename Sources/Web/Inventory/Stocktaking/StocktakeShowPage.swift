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
        /// The number that its form suggests; empty where one is all.
        var quantity = ""
        var deletePath = ""
    }
}

extension StocktakeShowPage {
    /// The maximum number of rows in a group. The table for spreadsheets has all.
    private static let most = 100
    /// The maximum number of latest sightings.
    private static let latest = 50

    /// - Parameters:
    ///   - movable: the sightings of items that can be moved to where they were seen.
    ///   - summary: what is counted, and whether it is closed.
    init(
        _ count: StocktakeCount, movable: Set<ManagedObjectID>,
        _ stocktake: DescribedValues<Stocktake>, summary: String,
        _ notices: [Notice], _ stocktakes: Stocktakes
    ) {
        let (links, number) = (stocktakes.links, stocktake.recordNumber)
        let (missing, seen) = (count.missing, count.sightings(.expected))
        let (misplaced, unknown) = (count.sightings(.misplaced), count.sightings(.unknown))
        let isOpen = stocktake.record.isOpen
        let layout = stocktakes.layout(stocktake.title, notices: notices)
        let changes = count.things.filter { $0.change != nil && $0.change != 0 }
        let change = changes.compactMap(\.change).reduce(0, +)
        let values = changes.compactMap(\.changeValue)
        let worth =
            values.isEmpty ? "" : ", worth \(stocktakes.currency.text(values.reduce(0, +)))"
        self.init(
            layout: layout, record: stocktakes.head(of: stocktake),
            state: summary,
            figures: [
                "\(count.things.count - missing.count, grouped: true) of "
                    + "\(count.things.count, grouped: true) seen",
                "\(missing.count, grouped: true) missing",
                "\(misplaced.count, grouped: true) misplaced",
                "\(unknown.count, grouped: true) unknown",
            ], isOpen: isOpen, hasProducts: count.things.contains { $0.product != nil },
            difference: changes.isEmpty
                ? ""
                : (change > 0 ? "+" : "") + ProductStockRow.number(change) + worth,
            sightingsPath: links(.sightings(number)), closePath: links(.closeStocktake(number)),
            reopenPath: links(.reopenStocktake(number)),
            csvPath: links(stocktakes.paths.record(number).csv),
            namesPath: links(.stocktakeNames(number)),
            offline: OfflinePart(
                "stocktakes", at: stocktakes.paths.record(number),
                help: .guidePage("stocktaking").at("count-without-a-network"), links),
            code: FormField(stocktakes.scannedCode), groups: [])
        func row(_ sighting: Sighting) -> ThingRow {
            ThingRow(sighting, of: number, isOpen: isOpen, links)
        }
        let elsewhere = misplaced.map { sighting in
            var moved = row(sighting)
            if movable.contains(sighting.objectID) {
                moved.actionPath = links(.moveSighting(number, sighting.savedNumber))
                moved.actionLabel = "Move it here"
            }
            return moved
        }
        groups = [
            ThingGroup(
                "missing", "Missing",
                missing.map { ThingRow($0, isOpen: isOpen, sightingsPath, links) },
                Self.most, csvPath),
            ThingGroup(
                "misplaced",
                stocktake.location != nil || stocktake.record.scopes.isEmpty
                    ? "Belongs elsewhere" : "Not part of this stocktake", elsewhere, Self.most,
                csvPath),
            ThingGroup("unknown", "Unknown", unknown.map(row), Self.most, csvPath),
            ThingGroup(
                "seen", "Seen", seen.prefix(Self.latest).map(row), Self.latest, sightingsPath,
                seen.count),
        ].filter { !$0.rows.isEmpty }
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        faults = refusal.summary
        code = FormField(form["code"] ?? "", fault: refusal.message(for: "code"))
        quantity = FormField(form["quantity"] ?? "", fault: refusal.message(for: "quantity"))
    }
}

extension StocktakeShowPage.ThingGroup {
    fileprivate init(
        _ id: String, _ title: String, _ rows: [StocktakeShowPage.ThingRow], _ limit: Int,
        _ path: String, _ count: Int? = nil
    ) {
        let count = count ?? rows.count
        self.init(id: id, title: title, rows: Array(rows.prefix(limit)), morePath: path)
        if count > limit { more = "And \(count - limit, grouped: true) more" }
    }
}

extension StocktakeShowPage.ThingRow {
    /// Something that is missing, with the form that notes it as seen.
    fileprivate init(
        _ thing: StocktakeThing, isOpen: Bool, _ sightings: String, _ links: SiteLinks
    ) {
        let isSeveral = thing.quantity > 1 || thing.product != nil
        let amount =
            "\(ProductStockRow.number(thing.seen)) of \(ProductStockRow.number(thing.quantity))"
        self.init(
            label: thing.number, name: thing.name,
            path: thing.itemKey.map { links(.item($0)) }
                ?? thing.product.map { links(.product($0)) } ?? "",
            detail: [
                isSeveral ? amount : "", thing.place,
                thing.borrower.map { "lent to \($0)" } ?? "",
            ].filter { !$0.isEmpty }.joined(separator: ", "))
        guard isOpen else { return }
        (actionPath, actionLabel) = (sightings, "Seen")
        fields = [
            thing.itemKey.map { HiddenField(name: "key", value: $0.uuidString) },
            thing.product.map { HiddenField(name: "product", value: String($0)) },
        ].compactMap(\.self)
        quantity =
            isSeveral
            ? Region.current.fieldText(quantity: thing.missing > 0 ? thing.missing : 1) : ""
    }

    /// Something that was seen, with the form that takes that back.
    fileprivate init(
        _ sighting: Sighting, of stocktake: Int64, isOpen: Bool, _ links: SiteLinks
    ) {
        let quantity = sighting.quantity ?? 1
        self.init(
            label: sighting.seenAt.map { DateText.moment($0) } ?? "", name: sighting.recordTitle,
            path: sighting.code != nil ? "" : links(sighting.path(in: stocktake)),
            detail: [
                quantity == 1 ? "" : "\(quantity, grouped: true)",
                sighting.seenBy.map { "by \($0)" } ?? "",
            ].filter { !$0.isEmpty }.joined(separator: ", "))
        if isOpen { deletePath = links(.deleteSighting(stocktake, sighting.savedNumber)) }
    }
}
