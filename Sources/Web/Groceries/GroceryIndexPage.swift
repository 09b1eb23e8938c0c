import Domain
import Foundation
import Persistence

/// The shopping list: an entry field, the items to buy, and those that are ticked off.
struct GroceryIndexPage: TemplatePage {
    static let template = "groceries/index"

    /// The parts that every list page has.
    var list: RecordIndexPage
    var layout: LayoutPage
    /// `3 to buy, 2 ticked off`.
    var summary = ""

    // The entry field, which suggests names that were typed before.
    var addPath: String
    var entry = ""
    var entryFault = ""
    var names: [String] = []

    /// Whether the list is searched or filtered, which a small screen then shows.
    var isFiltered = false

    // The forms of the buttons, if there is something to do: `Undo: clear 4 items`.
    var undoLabel = ""
    var undoPath = ""
    var redoLabel = ""
    var redoPath = ""
    /// `Clear 2 ticked off`.
    var clearLabel = ""
    var clearPath = ""

    var open: [GroceryRow] = []
    var ticked: [GroceryRow] = []
    /// Whether the rows can be moved, which needs the unfiltered list in its own order.
    var isOrdered = false
    /// The index of the first row in the whole list.
    var offset = "0"

    var offline: OfflinePart
}

extension GroceryIndexPage {
    init(_ list: RecordIndexPage, _ groceries: Groceries) {
        let links = groceries.links
        self.init(
            list: list, layout: list.layout, summary: list.summary,
            addPath: links(groceries.paths.list),
            offline: OfflinePart(
                "groceries", at: groceries.paths.list,
                help: .guidePage("groceries").at("without-a-network"), links))
        layout.manifestPath = groceries.site.files.link(LayoutAssets.groceriesManifest, links)
    }

    /// The page of the list.
    ///
    /// - Throws: errors of the store.
    init(
        _ page: RecordIndexPage, _ records: [DescribedValues<GroceryItem>], of list: RecordList,
        _ groceries: Groceries, in context: ManagedObjectContext
    ) throws {
        self.init(page, groceries)
        let tickedCount = try groceries.tickedCount(in: context)
        let undo = try GroceryUndo(context)
        summary = list.request.query.isFiltered ? summary : Self.summary(list.total, tickedCount)
        isFiltered = list.request.query.isFiltered
        names = try GroceryName.suggestions(in: context)
        if let title = undo.undoTitle {
            (undoLabel, undoPath) = ("Undo: \(title)", groceries.links(.undoGroceries))
        }
        if let title = undo.redoTitle {
            (redoLabel, redoPath) = ("Redo: \(title)", groceries.links(.redoGroceries))
        }
        clearLabel = "Clear \(tickedCount) ticked off"
        clearPath = tickedCount > 0 ? groceries.links(.clearGroceries) : ""
        open = records.filter { !$0.isTicked }.map { GroceryRow($0, groceries) }
        ticked = records.filter(\.isTicked).map { GroceryRow($0, groceries) }
        isOrdered = list.request.query.isWholeOrder
        offset = String(list.request.query.offset)
    }

    /// Shows the rejected text in the entry field with its faults.
    mutating func refuse(_ text: String, _ refusal: ValidationErrors) {
        entry = text
        // One field holds all parts, so the label of a faulty part adds nothing.
        var sentences: [String] = []
        for sentence in refusal.faults.map({ FormText.sentence($0.message) })
        where !sentences.contains(sentence) {
            sentences.append(sentence)
        }
        entryFault = sentences.joined(separator: " ")
    }

    private static func summary(_ count: Int, _ tickedCount: Int) -> String {
        let open = "\(count - tickedCount, grouped: true) to buy"
        return tickedCount == 0 ? open : "\(open), \(tickedCount, grouped: true) ticked off"
    }
}

/// An item in the shopping list.
struct GroceryRow: Sendable {
    var anchor: String
    var path: String
    /// `1.5 l milk`.
    var title: String
    var key: String
    var version: String
    var name: String
    /// `2 ×`, `1.5 l`.
    var amount: String
    var tickPath: String
    var positionPath: String
}

extension GroceryRow {
    init(_ grocery: DescribedValues<GroceryItem>, _ groceries: Groceries) {
        let (links, number) = (groceries.links, grocery.recordNumber)
        self.init(
            anchor: groceries.anchor(of: grocery), path: links(groceries.path(of: grocery)),
            title: grocery.title, key: grocery.key?.uuidString ?? "",
            version: String(grocery.rowVersion),
            name: grocery.name ?? "",
            amount: grocery.quantityText,
            tickPath: links(.tickGrocery(number)),
            positionPath: links(groceries.paths.position(number)))
    }
}

/// One item of the shopping list.
struct GroceryShowPage: TemplatePage {
    static let template = "groceries/show"

    var layout: LayoutPage
    /// The title is like `1.5 l milk`.
    var record: RecordHead
    var isTicked: Bool
    var tickPath: String
}
