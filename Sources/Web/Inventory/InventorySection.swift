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
        section: .inventory, providers: inventoryProviders, activity: inventoryActivity,
        unseen: ["ItemNumbering", "ValueRecord"], search: inventorySearch,
        sharedLists: [
            .locations: { Locations(inventory: $0.inventory) },
            .assetTypes: { AssetTypes(inventory: $0.inventory) },
            .tags: { Tags(inventory: $0.inventory) },
            .documents: { Documents(inventory: $0.inventory) },
        ])

    private static func inventoryProviders(_ parts: SiteParts) -> [any RouteProvider] {
        [
            Items(inventory: parts.inventory),
            ItemImageController(inventory: parts.inventory),
            ItemPhotosController(inventory: parts.inventory),
            Documents(inventory: parts.inventory),
            ItemFields(inventory: parts.inventory),
            ItemAssetTypeController(inventory: parts.inventory),
            ItemSelectionController(inventory: parts.inventory),
            ItemViews(inventory: parts.inventory),
            InboxController(inventory: parts.inventory),
            Locations(inventory: parts.inventory),
            Tags(inventory: parts.inventory),
            Loans(inventory: parts.inventory),
            CareTasks(inventory: parts.inventory),
            Stocktakes(inventory: parts.inventory),
            LabelsController(inventory: parts.inventory, shop: parts.shop),
            LabelSheets(inventory: parts.inventory),
            ReportController(inventory: parts.inventory),
            Trash(inventory: parts.inventory),
            AssetTypes(inventory: parts.inventory),
        ]
    }

    private static let inventoryActivity: [EntityName: ActivitySource] = [
        .item: ActivitySource(.inventory, "item") { (item: Item) in
            let trash = ResourcePaths(.trash).record(item.savedNumber)
            return (item.itemName ?? "", item.isTrashed ? trash : .item(item.key))
        },
        .assetType: ActivitySource(.inventory, AssetType.description, below: .assetTypes),
        .location: ActivitySource(.inventory, Location.description, below: .locations),
        .tag: ActivitySource(.inventory, Tag.description, below: .tags),
        .loan: ActivitySource(.inventory, Loan.description, by: "borrower", below: .loans),
        .careTask: ActivitySource(.inventory, CareTask.description, by: "title", below: .tasks),
        "CareRecord": ActivitySource(
            .inventory, "doing", partOf: [.careTask]
        ) { (record: CareRecord) in
            (
                record.title ?? record.task?.title ?? "",
                record.task.map { ResourcePaths(.tasks).record($0.savedNumber) }
            )
        },
        .document: ActivitySource(.inventory, Document.description, below: .documents),
        .itemPhoto: ActivitySource(.inventory, "photo", partOf: [.item]) {
            (photo: ItemPhoto) in
            (photo.item?.itemName ?? "", .itemPhoto(photo.savedNumber))
        },
        .inboxPhoto: ActivitySource(.inventory, "photo of the inbox") { (photo: InboxPhoto) in
            (photo.fileName ?? "", .inbox)
        },
        .itemField: ActivitySource(.inventory, ItemField.description, below: .itemFields),
        .itemFieldValue: ActivitySource(
            .inventory, "field", partOf: [.item, .itemField], isOf: false
        ) { (value: ItemFieldValue) in
            let item = value.item
            let names = [value.field?.name, item?.itemName].compactMap(\.self)
            return (names.joined(separator: " of "), item.map { .item($0.key) })
        },
        .itemView: ActivitySource(.inventory, ItemView.description, below: .itemViews),
        .labelSheet: ActivitySource(.inventory, LabelSheet.description, below: .labelSheets),
        .stocktake: ActivitySource(.inventory, Stocktake.description, below: .stocktakes),
        .sighting: ActivitySource(.inventory, "sighting", partOf: [.stocktake]) {
            (sighting: Sighting) in
            (
                sighting.recordTitle,
                sighting.stocktake.map { ResourcePaths(.stocktakes).record($0.savedNumber) }
            )
        },
    ]

    private static let inventorySearch = [
        SearchSource(.item, section: .inventory, "Items", list: .items) { (item: Item) in
            SearchHit(
                label: item.itemName ?? "",
                detail: SearchHit.joined(item.serialNumber, item.location?.name),
                amount: item.worth,
                thumbnail: item.thumbnailVersion.map { .itemThumbnail(item.key, version: $0) },
                path: .item(item.key))
        },
        SearchSource(
            of: Location.self, section: .inventory, "Locations", list: .locations,
            detail: \.parent?.name),
        SearchSource(of: Tag.self, section: .inventory, "Tags", list: .tags),
        SearchSource(
            of: Stocktake.self, section: .inventory, "Stocktaking", list: .stocktakes),
        SearchSource(
            of: AssetType.self, section: .inventory, "Asset types", list: .assetTypes),
    ]
}
