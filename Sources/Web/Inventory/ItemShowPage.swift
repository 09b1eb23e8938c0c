import Domain
import Foundation
import Hummingbird
import Persistence

/// One item.
struct ItemShowPage: TemplatePage {
    static let template = "inventory/show"

    var layout: LayoutPage

    var record: RecordHead
    var serialNumber = ""
    /// `$1,480`.
    var value = ""
    var assetType = ""
    var assetTypePath = ""
    /// The field for the location in its form; empty if the location is known.
    var locationPath = ""
    /// The name in full, if the heading may be too long.
    var names: [RecordFact] = []
    /// The known details: location, container, purchase.
    var details: [RecordFact] = []
    /// Notes, and the day on which it was added.
    var lastDetails: [RecordFact] = []
    /// The label with its code.
    var labelPath = ""
    /// The form that lends it; empty if it is already lent.
    var lendPath = ""
    /// `To Bob since May 1, 2026. Due June 1, 2026`.
    var loan = ""
    var loanPath = ""
    var returnPath = ""
    /// The tasks of the item, and the page for a new one.
    var care: [ItemCare] = []
    var planPath = ""
    var tags: [ItemTag] = []
    /// The items that it contains.
    var contents: [PathLink] = []
    /// The form of a new item inside it.
    var newContentPath = ""
    /// `November 21, 2026`.
    var daySold = ""
    /// The customer who bought it, and the sale.
    var soldLinks: [PathLink] = []
    /// The form that sells it; empty if it is sold.
    var sellPath: String
    var itemKey: String

    /// `3`, counted from 1.
    var place: String
    /// `1,284`.
    var placeCount: String

    /// The thumbnail, under an address that changes with it.
    var thumbnailPath = ""
    /// The controls that add or replace the photo.
    var photo = PhotoField()
    /// The original; POST replaces it.
    var imagePath: String
    var imageDeletePath: String
    /// The large view of the photo.
    var photoPath = ""
    /// The photos after the first.
    var furtherPhotos: [EvidenceTile] = []
    /// The page that adds and orders photos.
    var photosPath = ""
    var documents: [EvidenceTile] = []
    /// The form that uploads documents.
    var documentForm = UploadForm(path: "", label: "", hint: "")
    var documentsPath = ""
    /// Its values over time.
    var valueChart = ValueChart()

    /// The picker of types.
    var assetTypePickerPath: String
    var positionPath: String
    /// The page of the list with this item.
    var indexPath: String
    /// The curl command that creates this item.
    var curl: String
}

extension ItemShowPage {
    init(_ item: Item, _ items: Items, in context: ManagedObjectContext) throws {
        let (inventory, links) = (items.inventory, items.links)
        let values = ItemValues(item)
        let place = try ItemOrder.place(of: item, in: context) ?? (0, 1)
        let notices = try items.request.map { try inventory.notices(for: $0, in: context) }
        self.init(
            layout: items.layout(item.name, notices: notices ?? []),
            record: items.head(of: values),
            sellPath: item.soldDay == nil ? links(.itemSale(item.key)) : "",
            itemKey: item.key.uuidString,
            place: String(place.index + 1), placeCount: "\(place.count, grouped: true)",
            photo: PhotoField(inventory, item),
            imagePath: links(.itemImage(item.key)),
            imageDeletePath: links(.deleteItemImage(item.key)),
            assetTypePickerPath: links(.itemAssetType(item.key)),
            positionPath: links(.itemPosition(item.key)),
            indexPath: links(items.list(showing: values, at: place.index)),
            curl: Self.curl(item, items.request?.server ?? "", links))
        fill(item, links, inventory.site.currency)
        try fillDetails(item, inventory, in: context)
        // The customer is shown only to users who may read sales.
        if items.readsSales { soldLinks = try Self.soldLinks(item, links, context) }
    }

    /// The links to the customer and the sale.
    private static func soldLinks(
        _ item: Item, _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> [PathLink] {
        guard let sale = try item.sale(in: context) else { return [] }
        let buyer = sale.customer.map {
            PathLink(
                label: $0.name ?? "", path: links(.customer($0.savedNumber)))
        }
        let number = sale.savedNumber
        return [
            buyer, PathLink(label: "Sale \(sale.writtenNumber)", path: links(.sale(number))),
        ].compactMap { $0 }
    }

    /// The number of characters in the four lines of the heading on a phone.
    private static let longestHeading = 80

    private mutating func fill(_ item: Item, _ links: SiteLinks, _ currency: Currency) {
        if item.name.count > Self.longestHeading { names = [RecordFact("Name", item.name)] }
        serialNumber = item.serialNumber ?? ""
        value = item.value.worth == nil ? "" : Self.value(item.value, in: currency)
        assetType = item.assetType?.label ?? ""
        if item.location == nil {
            locationPath = links(SitePath.editItem(item.key).at("location"))
        }
        lastDetails = [
            RecordFact("Notes", item.notes ?? "", isLong: true),
            RecordFact(
                plain: "Added", DateText.long(item.added), time: ISO8601Text.utc(item.added)),
        ].filter { !$0.isEmpty }
        daySold = item.soldDay.map(DayText.long) ?? ""
        assetTypePath = item.assetType.map { links(.assetType($0.savedNumber)) } ?? ""
        labelPath = links(SitePath.labels.query([("key", item.key.uuidString)]))
        thumbnailPath = item.thumbnailPath(links)
    }

    /// `$1,480`; for several `$200, 4 of $50 each`.
    private static func value(_ value: ItemValue, in currency: Currency) -> String {
        guard value.quantity > 1 else { return value.eachText(in: currency) }
        return "\(value.totalText(in: currency)), \(Int(value.quantity), grouped: true) of "
            + "\(value.eachText(in: currency)) each"
    }

    private static func curl(_ item: Item, _ server: String, _ links: SiteLinks) -> String {
        let value = item.valueInDollars
        let fields = [
            ("itemName", item.name), ("serialNumber", item.serialNumber ?? ""),
            ("valueInDollars", value == 0 ? "" : String(value)),
            ("assetType", item.assetType.map { String($0.savedNumber) } ?? ""),
            ("location", item.location.map { String($0.savedNumber) } ?? ""),
        ]
        return CurlCommand(
            posting: server + links(.items),
            fields: fields.filter { !$0.1.isEmpty }.map(HiddenField.init),
            file: item.hasThumbnail ? "image" : nil
        ).text
    }
}

extension ItemShowPage {
    /// Fills in the location and the details.
    ///
    /// - Throws: errors of the store.
    mutating func fillDetails(
        _ item: Item, _ inventory: Inventory, in context: ManagedObjectContext
    ) throws {
        let links = inventory.links
        let number = ItemNumber.text(item.itemNumber)
        let tree = try inventory.household.inventoryCache.locations(in: context)
        details = Self.places(item, tree, links)
        details += try Self.facts(item, in: inventory.site.currency)
        details += try item.customTexts(in: context).map { RecordFact($0.name, $0.shown($1)) }
        let inside = item.contents.filter { !$0.isTrashed }.sorted { $0.name < $1.name }
        contents = inside.map { PathLink(label: $0.name, path: links(.item($0.key))) }
        tags = item.tagLabels.map {
            ItemTag(name: $0.name, color: $0.color, path: links(.items(tagged: $0.number)))
        }
        fillLoan(item.openLoan(), number, links)
        fillCare(Array(item.careTasks), number, links)
        fillEvidence(item, inventory)
        newContentPath = links(SitePath.newItem.query([("container", number)]))
    }

    private mutating func fillEvidence(_ item: Item, _ inventory: Inventory) {
        let links = inventory.links
        photoPath = links(.itemPhotoView(item.key))
        photosPath = links(.itemPhotos(item.key))
        furtherPhotos = item.listedPhotos.dropFirst().map { EvidenceTile($0, links) }
        documents = EvidenceTile.tiles(item.listedDocuments, links)
        documentForm = UploadForm(documentsOf: item, inventory)
        documentsPath = links(.itemDocuments(item.key))
        valueChart = ValueChart(
            item.valueHistory, now: inventory.household.now(), in: inventory.site.currency)
    }

    private mutating func fillLoan(_ open: Loan?, _ number: String, _ links: SiteLinks) {
        let paths = ResourcePaths(.loans)
        guard let open else {
            lendPath = links(paths.new.query([("item", number)]))
            return
        }
        let since = open.since.map { " since \(DayText.long(CalendarDay($0)))" } ?? ""
        loan = "To \(open.borrower ?? "")\(since). \(open.stateText)"
        loanPath = links(paths.record(open.savedNumber))
        returnPath = links(.returnLoan(open.savedNumber))
    }

    /// The next due task comes first; tasks without a day come last.
    private mutating func fillCare(
        _ tasks: [CareTask], _ number: String, _ links: SiteLinks
    ) {
        let paths = ResourcePaths(.tasks)
        planPath = links(paths.new.query([("item", number)]))
        care = tasks.sorted {
            ($0.due ?? .distantFuture, $0.savedNumber) < ($1.due ?? .distantFuture, $1.savedNumber)
        }.map { task in
            ItemCare(
                task: task.title ?? "", path: links(paths.record(task.savedNumber)),
                state: task.stateText, isDue: task.state(on: .today()) == .due,
                donePath: links(.completeTask(task.savedNumber)))
        }
    }

    private static func places(
        _ item: Item, _ tree: LocationTree, _ links: SiteLinks
    ) -> [RecordFact] {
        let path = item.location.map { tree.path(to: $0.savedNumber) } ?? []
        let container = item.container.map { container in
            container.isTrashed
                ? PathLink(
                    label: "\(container.name), in the trash",
                    path: links(ResourcePaths(.trash).record(container.savedNumber)))
                : PathLink(label: container.name, path: links(.item(container.key)))
        }
        return [
            RecordFact(
                "Location",
                path.map { PathLink(label: $0.name, path: links(.location($0.number))) },
                separator: LocationTree.separator),
            RecordFact("In", container.map { [$0] } ?? []),
        ].filter { !$0.isEmpty }
    }

    /// The details, of which some have one line together.
    private static func facts(_ item: Item, in currency: Currency) throws -> [RecordFact] {
        let listed = ["manufacturer", "modelNumber", "seller"]
        let texts = try Item.plainTexts.filter { !listed.contains($0.name) }.map {
            RecordFact($0.label, try $0.text(of: item))
        }
        let facts =
            [
                RecordFact(
                    "Quantity", item.quantity == 1 ? "" : "\(Int(item.quantity), grouped: true)"),
                RecordFact("Maker and model", item.makerText),
                RecordFact("Bought", item.boughtTexts(in: currency).joined(separator: ", ")),
                RecordFact(
                    "What you say it is worth",
                    item.replacementValue == nil ? "" : item.value.statedText(in: currency)),
                RecordFact("Price of a new one", item.value.replacementText(in: currency)),
                RecordFact("Warranty", warranty(item.warranty)),
            ] + texts + [
                RecordFact("Number", ItemNumber.text(item.itemNumber)),
                RecordFact("Last seen", item.lastSeenText),
            ]
        return facts.filter { !$0.isEmpty }
    }

    private static func warranty(_ warranty: Warranty?) -> String {
        switch warranty {
        case nil: ""
        case .lifetime: "For life"
        case .until(let day):
            day < .today() ? "Ended \(DayText.long(day))" : "Until \(DayText.long(day))"
        }
    }
}

/// A task on the page of its item.
struct ItemCare: Sendable {
    var task: String
    var path: String
    /// `Due since June 1, 2026`.
    var state: String
    var isDue: Bool
    /// The action of the form that completes it.
    var donePath: String
}

/// A tag on the page of an item.
struct ItemTag: Sendable {
    var name: String
    var color: String
    var path: String
}
