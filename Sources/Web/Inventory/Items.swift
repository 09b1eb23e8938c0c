import Domain
import Foundation
import Hummingbird
import Persistence

/// The items. Their pages are named by keys, and their form has a photo.
struct Items: Resource, OrderedResource, InventoryPart {
    typealias Record = Item
    typealias Values = ItemValues
    typealias IndexPage = ItemIndexPage

    let inventory: Inventory
    /// Whether several items are chosen, to be changed.
    var isSelecting = false
    /// The chosen ones.
    var ticked: Set<UUID> = []
    /// Whether the list is for visitors with a share link: without sold items, unless the view
    /// selects them, and without a search in belongings that they may not see, such as borrowers.
    var isForVisitors = false
    /// The request for the page of an item.
    private(set) var request: Request?
    /// Whether the sale and the customer of an item are shown. Default: no.
    private(set) var readsSales = false

    let paths = ResourcePaths(.items, placeholder: "{key}")
    let entities: Set<EntityName>? = EntityName.itemLists
    let pageEntities: Set<EntityName>? = EntityName.itemPages
    let place = ResourcePlace(section: .inventory, subsection: .items)
    let messages = ResourceMessages(
        added: .itemAdded, saved: .itemSaved, deleted: .itemDeleted,
        copiesRemoved: .itemCopiesRemoved)
    let isCopied = true
    let hasPhoto = true
    let furtherFields: [RouteParameter] = [
        .file("image"),
        RouteParameter("imageToken", "The photo of a refused form, in place of the file"),
        .family("fields", "A custom field: its number in the brackets"), "next",
    ]
    let fieldsFromFilters = ["assetType", "location"]
    let prefetching = ItemValues.prefetching
    let words = ResourceWords(
        Item.description, title: "Inventory", icon: "i-box",
        searched: "anything that is written about it",
        emptyHeading: "Everything you own, in one list",
        emptyText: "Begin with the thing next to you: a name is enough. A photo, a serial number "
            + "and a value make it proof for the insurer.")

    var list: ListDescription { Self.list }

    static let list = ListDescription(
        parameters: ListParameters(
            sortKeys: [
                "itemName", "serialNumber", "valueInDollars", "worth", "dateCreated",
                "orderingValue", "assetType", "assetType.label", "itemKey", "soldDate", "location",
                "itemNumber", "notes", "hasLifetimeWarranty", "captureDate", "container",
                "lastSeen", "lastSeenBy",
            ] + ItemValues.details.map(\.name),
            filters: [
                .init(name: "assetType", label: "Type", kind: .idOrNone),
                .init(name: "location", label: "Location", kind: .idOrNone),
                .init(name: "tag", label: "Tag", kind: .idOrNone),
                .init(
                    name: "warranty", label: "Warranty",
                    kind: .choice(ItemQuery.WarrantyFilter.allCases.map(\.rawValue))),
                .init(name: "hasReceipt", label: "Receipt", kind: .choice(["yes", "no"])),
                .init(name: "hasSerial", label: "Serial number", kind: .choice(["yes", "no"])),
                .init(name: "from", label: "Bought from", kind: .day),
                .init(name: "to", label: "Bought to", kind: .day),
                .init(name: "seenSince", label: "Seen since", kind: .day),
                .init(name: "notSeenSince", label: "Not seen since", kind: .day),
                .init(name: "minValue", label: "Value from", kind: .amount),
                .init(name: "maxValue", label: "Value up to", kind: .amount),
                .init(name: "hasImage", label: "Photo", kind: .choice(["yes", "no"])),
                .init(name: "sold", label: "Sold", kind: .choice(["yes", "no"])),
            ]),
        example: "valueInDollars > 50 AND assetType.label == \"Furniture\"",
        orders: [
            ("My order", SortOrder("orderingValue")),
            ("Name", SortOrder("itemName")),
            ("Type", SortOrder("assetType")),
            ("Most valuable first", SortOrder("worth", ascending: false)),
            ("Newest first", SortOrder("dateCreated", ascending: false)),
            ("Oldest first", SortOrder("dateCreated")),
            ("Last seen first", SortOrder("lastSeen", ascending: false)),
            ("Serial number", SortOrder("serialNumber")),
            ("Location", SortOrder("location")),
        ],
        columns: [
            ListColumn(label: "Name", kind: .name, sort: "itemName"),
            ListColumn(label: "Type", kind: .type, sort: "assetType"),
            ListColumn(label: "Value", kind: .value, sort: "worth", isDescendingFirst: true),
            ListColumn(label: "Added", kind: .date, sort: "dateCreated", isDescendingFirst: true),
        ], hasPhotos: true, isOrdered: true,
        // Older addresses and saved views use the value, which the column showed then.
        olderKeys: ["assetType.label": "assetType", "valueInDollars": "worth"])

    /// Reads the query of an address, with days and amounts in the format without a choice.
    ///
    /// - Throws: ``SiteError`` 400 if it is not UTF-8.
    static func view(query: String, _ layout: ModelLayout) throws -> ListRequest {
        try ListRequest(query: query, list.parameters, entity: "Item", layout)
    }
}

// MARK: - The items of a view

extension Items {
    func page(
        of list: ListRequest, _ sums: ListSums, in context: ManagedObjectContext
    ) throws -> (records: [Item], total: Int) {
        let counts = try sums.counts ?? counts(of: list, in: context)
        return (try page(of: list, counts, in: context), counts.total)
    }

    func page(
        of list: ListRequest, _ counts: ItemCounts, in context: ManagedObjectContext
    ) throws -> [Item] {
        // After the last page there is nothing to fetch.
        guard list.query.offset < counts.total else { return [] }
        var fetch = try counts.query.fetchRequest(in: context)
        fetch.fetchOffset = list.query.offset
        fetch.fetchLimit = list.query.perPage
        return try context.fetch(fetch)
    }

    func count(of list: ListRequest, in context: ManagedObjectContext) throws -> Int {
        try counts(of: list, in: context).total
    }

    func ids(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        try context.fetchObjectIDs(items(of: list, in: context).fetchRequest(in: context))
    }

    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        let counts = try counts(of: list, in: context)
        let totals = counts.totals
        return ListSums(
            cells: [ListCell(""), ListCell(site.worth(totals)), ListCell("")],
            json: [
                ("valueInDollars", .int(Int(totals.valueInDollars))),
                ("worth", .string(totals.worth.map(Money.plainText))),
            ], counts: counts)
    }

    func counts(of list: ListRequest, in context: ManagedObjectContext) throws -> ItemCounts {
        try ItemCounts(
            items(of: list, in: context), inventory.household.inventoryCache, in: context)
    }

    /// The query for the items of a view, with the locations within the selected one.
    ///
    /// - Throws: errors of the store.
    func items(of list: ListRequest, in context: ManagedObjectContext) throws -> ItemQuery {
        let query = list.query
        var items = ItemQuery()
        items.search = query.search
        items.isOfOwnTexts = isForVisitors
        items.predicate = list.predicate
        items.minValue = query.amount("minValue")
        items.maxValue = query.amount("maxValue")
        items.hasImage = query.flag("hasImage")
        items.sold = query.flag("sold") ?? (isForVisitors ? false : nil)
        items.assetType = query.filter("assetType").map { text in
            Int64(text).map { .oneOf([$0]) } ?? ItemQuery.Reference.none
        }
        items.location = try query.filter("location").map { text in
            guard let number = Int64(text) else { return ItemQuery.Reference.none }
            let tree = try inventory.household.inventoryCache.locations(in: context)
            return ItemQuery.items(in: number, tree)
        }
        items.conditions = try Self.conditions(query, context.coordinator)
        items.sortDescriptors = sortDescriptors(of: list)
        return items
    }

    private static func conditions(
        _ query: ListQuery, _ coordinator: PersistentStoreCoordinator
    ) throws -> [FetchPredicate] {
        let warranty = query.filter("warranty").flatMap(ItemQuery.WarrantyFilter.init)
        return try [
            warranty.map { ItemQuery.hasWarranty($0, on: .today()) },
            query.flag("hasReceipt").map(ItemQuery.hasReceipt),
            query.flag("hasSerial").map(ItemQuery.hasSerialNumber),
            ItemQuery.isBought(from: query.day("from"), to: query.day("to")),
            query.day("seenSince").map { ItemQuery.isSeen(since: $0.adding(days: -1).end()) },
            query.day("notSeenSince").map {
                .not(ItemQuery.isSeen(since: $0.adding(days: -1).end()))
            },
            query.filter("tag").map {
                try ItemQuery.hasTag(Int64($0), coordinator)
            },
        ].compactMap { $0 }
    }
}

/// The numbers and the worth of the items in a view.
struct ItemCounts: Sendable {
    /// The query for the items.
    let query: ItemQuery
    /// The totals of the view, and those with one more filter.
    let facets: ItemFacets
    /// The totals of the items in the view. Sold items count only if the view selects them.
    let totals: ItemTotals
    /// The number of sold items in the view.
    let soldCount: Int
    /// The number of items in the view, including sold ones.
    let total: Int

    init(_ query: ItemQuery, _ cache: InventoryCache, in context: ManagedObjectContext) throws {
        self.query = query
        facets = try cache.facets(of: query, in: context)
        totals = facets.totals(of: query)
        var sold = query
        sold.sold = true
        soldCount = query.sold == false ? 0 : facets.totals(of: sold).count
        total = query.sold == nil ? totals.count + soldCount : totals.count
    }
}

// MARK: - Rows and documents

extension Items {
    /// The items with the related records that programs get, read for all at once.
    func values(_ items: [Item], in context: ManagedObjectContext) throws -> [ItemValues] {
        let _: [Item] = try context.objects(
            with: items.map(\.objectID), prefetching: prefetching)
        let names = try inventory.names(in: context)
        return items.map { ItemValues($0, names, isWhole: true) }
    }

    func rowValues(_ items: [Item], in context: ManagedObjectContext) throws -> [ItemValues] {
        let names = try inventory.names(in: context)
        return items.map { ItemValues($0, names) }
    }

    func row(_ item: ItemValues) -> ListRow {
        let small = [item.serialNumber ?? "", item.location?.name ?? ""].filter { !$0.isEmpty }
        var row = ListRow(
            anchor: anchor(of: item), path: links(path(of: item)), name: item.name,
            pill: item.soldDay == nil ? "" : "sold", small: small.joined(separator: " · "),
            [
                item.assetType.map { ListCell(pill: $0.text) } ?? ListCell("No type", isNone: true),
                ListCell(item.value.text(in: site.currency)),
                ListCell(DateText.short(item.added)),
            ])
        row.thumbnailPath = item.record.thumbnailPath(links)
        if isSelecting {
            row.key = item.key.uuidString
            row.isTicked = ticked.contains(item.key)
            row.positionPath = links(.itemPosition(item.key))
        }
        return row
    }

    /// The first items of a query, on the page of a record that they belong to.
    ///
    /// - Parameters:
    ///   - count: the number of items at `path`, which is shown if there are more of them.
    ///   - none: what is shown if there are none.
    ///   - isOfOneType: whether all have the type of that record. Default: no.
    func part(
        _ query: ItemQuery, _ limit: Int, of count: Int = 0, at path: SitePath = .items,
        orElse none: RecordPart? = nil, isOfOneType: Bool = false, in context: ManagedObjectContext
    ) throws -> RecordPart {
        var request = try query.fetchRequest(in: context)
        request.fetchLimit = limit
        let items = try rowValues(context.fetch(request), in: context)
        if items.isEmpty, let none { return none }
        var part = RecordPart(table: ListTable("Items", list.columns))
        (part.table.hasPhotos, part.table.isOfOneType) = (true, isOfOneType)
        part.table.heads[0].label = "Name, serial number and location"
        part.table.fill(items.map(row))
        if count > items.count {
            let all = RecordAction("Show all \(ItemCount.text(count))", at: links(path))
            part.more = [all]
        }
        return part
    }

    var schema: JSONSchema { ItemValues.schema }

    var members: [RecordMember<ItemValues>] { ItemValues.members(links) }

    func listedJSON(_ item: ItemValues) throws -> JSONValue { try item.wholeJSON(links) }

    func liveKey(of item: ItemValues) -> LiveState.Name? {
        LiveState.Name(attribute: "itemKey", text: item.key.uuidString)
    }

    /// The table has a column for each custom field.
    func table(in context: ManagedObjectContext) throws -> RecordTable {
        let fields = try ItemField.all(in: context).map { ItemFieldRecord($0) }
        return RecordTable(
            container: site.household.container, columns: columns(fields),
            prefetching: prefetching
        ) { (items: [Item], table, context) in
            let names = try inventory.names(in: context)
            for item in items { table.append(try cells(item, names, fields)) }
        }
    }

    /// The columns of a table, with the custom fields at the end.
    func columns(_ fields: [ItemFieldRecord]) -> [String] {
        csvColumns + ItemValues.relatedMembers.columns() + fields.map { "fields.\($0.name)" }
    }

    /// The cells of an item in the order of the columns.
    ///
    /// - Throws: errors of the encoder.
    func cells(
        _ item: Item, _ names: ItemNames, _ fields: [ItemFieldRecord]
    ) throws -> [CSVDocument.Cell] {
        let values = ItemValues(item, names, isWhole: true)
        return try csvCells(values) + ItemValues.relatedMembers.cells(of: values)
            + fields.map { .text(item.fieldText($0.recordNumber)) }
    }
}

// MARK: - One item

extension Items {
    func requested(by request: Request, _ viewer: Viewer) -> Items {
        var items = self
        items.request = request
        items.readsSales = viewer.may(.readers(of: .sales))
        return items
    }

    func show(
        _ item: Item, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ItemShowPage {
        try ItemShowPage(item, self, in: context)
    }

    func json(of item: Item, in context: ManagedObjectContext) throws -> JSONValue {
        let values = ItemValues(item)
        let sale = readsSales ? try item.sale(in: context) : nil
        let reference = sale.map { sale in
            JSONValue.object([
                ("id", .int(sale.recordNumber)), ("number", .int(sale.number)),
                ("href", .string(links(.sale(sale.recordNumber)))),
            ])
        }
        let documents = Documents(inventory: inventory)
        return .object(
            try values.document(links) + [
                ("buyer", sale?.customer?.reference ?? .null), ("sale", reference ?? .null),
                ("photos", .array(item.listedPhotos.map { $0.json(links) })),
                (
                    "documents",
                    .array(
                        try item.listedDocuments.map { try documents.json(DescribedValues($0)) })
                ),
                ("values", .array(item.valueHistory.map(\.json))),
                (
                    "fields",
                    .object(try item.customTexts(in: context).map { ($0.name, .string($1)) })
                ),
            ] + ItemValues.relatedMembers.document(of: values))
    }
}

// MARK: - The page

extension Items {
    func index(
        _ page: RecordIndexPage, _ records: [ItemValues], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> ItemIndexPage {
        try ItemIndexPage(page, of: list, self, in: context)
    }

    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) throws -> ItemIndexPage {
        let names = try inventory.names(in: context)
        var page = ItemIndexPage(page, list, names, self)
        let whole = try inventory.household.inventoryCache.totals(of: ItemQuery(), in: context)
        page.list.summary = "\(ItemCount.text(whole.count)) in all"
        page.isFiltered = true
        return page
    }

    private static let answers = [
        FieldChoice(value: "yes", label: "With"), FieldChoice(value: "no", label: "Without"),
    ]

    /// The fields of the form with filters.
    private static let filterFields = [
        FieldDescription("location", "Location", .choice([])),
        FieldDescription("tag", "Tag", .choice([])),
        FieldDescription(
            "warranty", "Warranty",
            .choice([
                FieldChoice(value: "valid", label: "Valid"),
                FieldChoice(value: "soon", label: "Runs out within \(ItemQuery.soonDays) days"),
                FieldChoice(value: "ended", label: "Ended"),
                FieldChoice(value: "none", label: "None known"),
            ])),
        FieldDescription("hasReceipt", "Receipt", .choice(answers)),
        FieldDescription("hasSerial", "Serial number", .choice(answers)),
        FieldDescription("from", "Bought from", .day),
        FieldDescription("to", "Bought until", .day),
        FieldDescription("seenSince", "Seen since", .day),
        FieldDescription("notSeenSince", "Not seen since", .day),
        FieldDescription("minValue", "Value from", .money),
        FieldDescription("maxValue", "Value up to", .money),
    ]

    /// Adds the fields of the filters to the form of a view.
    func fill(_ form: inout PredicateForm, _ list: ListRequest, _ names: ItemNames) {
        let own = Set(Self.filterFields.map(\.name))
        form.keeps.removeAll { own.contains($0.name) }
        form.isOpen = form.isOpen || own.contains { list.query.filter($0) != nil }
        form.fields = Self.filterFields.map { field in
            var text = list.query.filter(field.name)
            if case .money = field.kind { text = text.map(Region.current.fieldText(plain:)) }
            var shown = RecordFormField(
                field, value: text ?? list.typed[field.name] ?? "", shown: nil,
                options: Self.options(field, names), ValidationErrors(faults: list.faults))
            shown.isShort = field.name != "location"
            return shown
        }
    }

    private static func options(_ field: FieldDescription, _ names: ItemNames) -> [SelectOption] {
        switch field.name {
        case "location":
            names.locationOptions(selected: "", none: "Anywhere")
                + [SelectOption(value: "none", label: "Without a location")]
        case "tag":
            names.tagOptions(selected: "", none: "Any")
                + [SelectOption(value: "none", label: "Without a tag")]
        default: [SelectOption(value: "", label: "Any")] + field.choices
        }
    }
}
