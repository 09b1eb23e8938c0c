import Domain
import Persistence

extension Section {
    static let inventory = Section(
        "inventory", "Inventory", icon: "i-box", root: .items,
        subsections: [
            .items, .inbox, .locations, .assetTypes, .tags, .loans, .care, .stocktakes, .documents,
            .report,
            .trash, .imports,
        ], topic: .inventory)
}

extension Subsection {
    static let items = Subsection("Items", .items)
    static let inbox = Subsection("Inbox", .inbox, topic: .inbox)
    static let locations = Subsection("Locations", .locations, topic: .locations)
    static let assetTypes = Subsection("Asset types", .assetTypes)
    static let tags = Subsection("Tags", .tags, topic: .locations)
    static let loans = Subsection("Lent", .loans, topic: .loans)
    static let care = Subsection("Maintenance", .tasks, topic: .care)
    static let stocktakes = Subsection("Stocktaking", .stocktakes, topic: .stocktaking)
    static let documents = Subsection("Documents", .documents, topic: .documents)
    static let report = Subsection("Report", .report, topic: .report)
    static let trash = Subsection("Trash", .trash, topic: .trash)
    static let imports = Subsection("Import", .imports, topic: .importing)
}

extension SectionDescription {
    static let inventory = SectionDescription(
        section: .inventory, parts: inventoryParts, activity: inventoryActivity,
        unseen: ["ItemNumbering", "ValueRecord"],
        imports: [
            .items: ImportKindPages(
                list: .items,
                hint:
                    "Adds and changes items, matched by key, or by name and serial number. New types, "
                    + "locations and tags are added. Exports of Homebox and Snipe-IT work as they are; columns "
                    + "without a field go into the notes.", further: [("Asset types", .assetTypes)],
                fills: [.assetTypes]),
            .assetTypes: ImportKindPages(
                list: .assetTypes, hint: "Adds types, matched by name."),
        ])

    private static let inventoryParts: [SectionPart] = [
        items,
        SectionPart { ItemImageController(inventory: $0.inventory) },
        SectionPart { ItemPhotosController(inventory: $0.inventory) },
        SectionPart(.inventory, below: .documents, named: "name", isShared: true) {
            Documents(inventory: $0.inventory)
        },
        SectionPart(.inventory, below: .itemFields) { ItemFields(inventory: $0.inventory) },
        SectionPart { ItemAssetTypeController(inventory: $0.inventory) },
        SectionPart { ItemSelectionController(inventory: $0.inventory) },
        SectionPart(.inventory, below: .itemViews) { ItemViews(inventory: $0.inventory) },
        SectionPart { InboxController(inventory: $0.inventory) },
        SectionPart(
            .inventory, below: .locations, search: "Locations", detail: \.parent?.name,
            isShared: true
        ) { Locations(inventory: $0.inventory) },
        SectionPart(.inventory, below: .tags, search: "Tags", isShared: true) {
            Tags(inventory: $0.inventory)
        },
        SectionPart(.inventory, below: .loans, named: "borrower") {
            Loans(inventory: $0.inventory)
        },
        SectionPart(.inventory, below: .tasks, named: "title") {
            CareTasks(inventory: $0.inventory)
        },
        SectionPart(.inventory, below: .stocktakes, search: "Stocktaking") {
            Stocktakes(inventory: $0.inventory)
        },
        SectionPart { LabelsController(inventory: $0.inventory, shop: $0.shop) },
        SectionPart(.inventory, below: .labelSheets) { LabelSheets(inventory: $0.inventory) },
        SectionPart { ReportController(inventory: $0.inventory) },
        SectionPart { Trash(inventory: $0.inventory) },
        SectionPart(.inventory, below: .assetTypes, search: "Asset types", isShared: true) {
            AssetTypes(inventory: $0.inventory)
        },
    ]

    private static let items = SectionPart(
        provider: { Items(inventory: $0.inventory) },
        activity: [
            .item: ActivitySource(.inventory, "item") { (item: Item) in
                let trash = ResourcePaths(.trash).record(item.savedNumber)
                return (item.itemName ?? "", item.isTrashed ? trash : .item(item.key))
            }
        ],
        search: [
            SearchSource(.item, section: .inventory, "Items", list: .items) { (item: Item) in
                SearchHit(
                    label: item.itemName ?? "",
                    detail: SearchHit.joined(item.serialNumber, item.location?.name),
                    amount: item.worth,
                    thumbnail: item.thumbnailVersion.map {
                        .itemThumbnail(item.key, version: $0)
                    },
                    path: .item(item.key))
            }
        ])

    private static let inventoryActivity: [EntityName: ActivitySource] = [
        "CareRecord": ActivitySource(
            .inventory, "doing", partOf: [.careTask]
        ) { (record: CareRecord) in
            (
                record.title ?? record.task?.title ?? "",
                record.task.map { ResourcePaths(.tasks).record($0.savedNumber) }
            )
        },
        .itemPhoto: ActivitySource(.inventory, "photo", partOf: [.item]) {
            (photo: ItemPhoto) in
            (photo.item?.itemName ?? "", .itemPhoto(photo.savedNumber))
        },
        .inboxPhoto: ActivitySource(.inventory, "photo of the inbox") { (photo: InboxPhoto) in
            (photo.fileName ?? "", .inbox)
        },
        .itemFieldValue: ActivitySource(
            .inventory, "field", partOf: [.item, .itemField], isOf: false
        ) { (value: ItemFieldValue) in
            let item = value.item
            let names = [value.field?.name, item?.itemName].compactMap(\.self)
            return (names.joined(separator: " of "), item.map { .item($0.key) })
        },
        .sighting: ActivitySource(.inventory, "sighting", partOf: [.stocktake]) {
            (sighting: Sighting) in
            (
                sighting.recordTitle,
                sighting.stocktake.map { ResourcePaths(.stocktakes).record($0.savedNumber) }
            )
        },
    ]
}
