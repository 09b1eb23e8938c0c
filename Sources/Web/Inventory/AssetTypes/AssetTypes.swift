import Domain
import Foundation
import Hummingbird
import Persistence

/// The asset types.
struct AssetTypes: Resource, InventoryPart {
    let inventory: Inventory
    /// Whether its form is that of the template of a type, which has an address below the type. Default: of
    /// the other fields.
    var isOfTemplate = false

    let paths = ResourcePaths(.assetTypes)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .assetTypes)
    let words = ResourceWords(
        AssetType.description, title: "Asset types", icon: "i-tag",
        emptyHeading: "What kinds of things you have",
        emptyText: "Furniture, jewelry, electronics: with types, the inventory says what you own "
            + "of each kind, and what it is worth.")
    var crumbs: [PathLink] { [inventory.itemsCrumb, inventory.assetTypesCrumb] }

    let list = ListDescription(
        example: "label BEGINSWITH \"F\" OR items.@count == 0",
        orders: .byName("label"),
        columns: [
            ListColumn(label: "Type", kind: .name, sort: "label", isDefault: true),
            ListColumn(label: "Items", kind: .count), ListColumn(label: "Value", kind: .value),
            ListColumn(label: "Share of the value", kind: .share),
        ])
}

// MARK: - The list

extension AssetTypes {
    var members: [RecordMember<AssetTypeValues>] {
        AssetType.description.members("label") + [
            .item("template") { $0.record.listedTemplate.map(ItemContainer.init) },
            .count("items") { $0.totals.count },
        ]
    }

    func values(
        _ records: [AssetType], in context: ManagedObjectContext
    ) throws -> [AssetTypeValues] {
        let totals = try totalsByType(in: context)
        let whole = totals.values.reduce(into: ItemTotals()) { $0 += $1 }
        return records.map {
            AssetTypeValues(
                record: $0, totals: totals[$0.savedNumber] ?? ItemTotals(), whole: whole)
        }
    }

    func cells(_ type: AssetTypeValues) -> [ListCell] {
        let items = links(.items(ofType: String(type.recordNumber)))
        return cells(type.totals, of: type.whole, path: items)
    }

    /// The items without a type follow after the last type.
    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        let byType = try totalsByType(in: context)
        let whole = try site.household.inventoryCache.totals(of: ItemQuery(), in: context)
        var sums = ListSums(
            texts: [ItemCount.text(whole.count), site.worthClause(whole)])
        guard !list.query.isFiltered else { return sums }
        sums.cells = cells(whole)
        if let untyped = byType[nil], untyped.count > 0 {
            let path = links(.items(ofType: "none"))
            sums.rows = [
                ListRow(
                    anchor: "type-none", path: path, name: "No type", isDim: true,
                    cells(untyped, of: whole, path: path))
            ]
        }
        return sums
    }

    private func cells(
        _ totals: ItemTotals, of whole: ItemTotals? = nil, path: String? = nil
    ) -> [ListCell] {
        let share = whole.map { AssetTypeRow.share(totals, of: $0) }
        return site.cells(totals, path: path) + [ListCell(share: share)]
    }

    private func totalsByType(in context: ManagedObjectContext) throws -> [Int64?: ItemTotals] {
        try site.household.inventoryCache.totalsByType(of: ItemQuery(), in: context)
    }
}

// MARK: - One type

extension AssetTypes {
    var fields: [FieldDescription] {
        AssetType.description.fields.filter { ($0.name == "template") == isOfTemplate }
    }

    func formPath(of record: RecordSummary) -> SitePath {
        isOfTemplate ? .assetTypeTemplate(record.number) : record.path
    }

    /// The form is empty for a template that is in the trash, or of another type by now.
    func texts(of type: AssetType) throws -> [String: String] {
        let template = type.listedTemplate.map { ItemContainer($0).text } ?? ""
        return isOfTemplate ? ["template": template] : ["label": type.label ?? ""]
    }

    /// Users could not distinguish types with the same name.
    func check(
        _ type: AssetType, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        try checkName("label", of: type, &decoder) {
            try AssetType.labeled($0, otherThan: type, in: context)
        }
        guard type.changedValues["template"] != nil, let template = type.template,
            template.assetType !== type
        else { return }
        decoder.fail("template", "Template", "it is an item of another type")
    }

    func deletion(
        of record: AssetType, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let type = try values(record, in: context)
        let goes = "The type “\(type.title)” is deleted."
        let (count, worth) = (type.totals.count, site.worthClause(type.totals))
        guard count > 0 else {
            return DeletionQuestion(consequences: [goes, "No item has this type."])
        }
        let stays =
            count == 1
            ? "Its item stays, \(worth). It will have no type."
            : "Its \(ItemCount.text(count)) stay, \(worth). They will have no type."
        let merge = links(.mergeAssetType(type.recordNumber))
        return DeletionQuestion(
            consequences: [goes, stays], label: "Delete type, keep its \(ItemCount.text(count))",
            actions: [RecordAction(label: "Merge it with another type instead", path: merge)])
    }

    var undoOffers: [any UndoOffer] { [inventory.merges] }
}

/// An asset type with the totals of its items.
struct AssetTypeValues: RecordHolder {
    let record: AssetType
    /// The totals of its items.
    let totals: ItemTotals
    /// The totals of the items of all types.
    let whole: ItemTotals

    var title: String { record.label ?? "" }
}

extension AssetTypes {
    /// The number of items shown.
    private static let shownItems = 20

    func show(
        _ record: AssetType, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let type = try values(record, in: context)
        let number = type.recordNumber
        let new = links(SitePath.newItem.query([("assetType", String(number))]))
        var page = try showPage(record, type, notices: notices, facts: [])
        page.plainSummary = "\(ItemCount.text(type.totals.count)), \(site.worthClause(type.totals))"
        page.changes = [RecordAction("Template", at: links(.assetTypeTemplate(number)))]
        if try site.household.inventoryCache.assetTypeLabels(in: context).count > 1 {
            let merge = links(.mergeAssetType(number))
            page.changes.append(RecordAction("Merge", at: merge, icon: "i-merge"))
        }
        page.further =
            record.listedTemplate.map {
                [RecordAction("Add several", at: links(.copyItem($0.key)))]
            } ?? []
        page.further.append(.adding("Add item", at: new))
        page.remarks = record.template.map { [remark(on: $0, of: record)] } ?? []
        var query = ItemQuery()
        query.assetType = .oneOf([number])
        page.parts = [
            try Items(inventory: inventory).part(
                query, Self.shownItems, of: type.totals.count, at: .items(ofType: String(number)),
                orElse: RecordPart(
                    words.icon, "Nothing of this type yet",
                    RecordAction("Add an item of this type", at: new)),
                isOfOneType: true, in: context),
            try fields(of: record, in: context),
        ]
        return page
    }

    private func remark(on template: Item, of type: AssetType) -> RecordRemark {
        let (lead, end) =
            switch (template.isTrashed, type.listedTemplate) {
            case (true, _): ("The template", " is in the trash: new items begin without values.")
            case (_, nil):
                ("The template", " is of another type now: new items begin without values.")
            default: ("New items begin with the values of", ".")
            }
        return RecordRemark(
            lead: lead, label: template.itemName ?? "",
            path: links(
                template.isTrashed
                    ? ResourcePaths(.trash).record(template.savedNumber) : .item(template.key)),
            end: end)
    }

    private func fields(
        of type: AssetType, in context: ManagedObjectContext
    ) throws -> RecordPart {
        let paths = ResourcePaths(.itemFields)
        let new = paths.new.query([("assetType", String(type.savedNumber))])
        return RecordPart(
            id: "fields", heading: "Custom fields",
            panel: try ItemField.fields(of: type, in: context).map { field in
                PathLink(
                    label: "\(field.name ?? "") (\(field.fieldKind.label.lowercased()))",
                    path: links(paths.record(field.savedNumber)))
            },
            actions: [
                RecordAction("Add field", at: links(new), .small),
                RecordAction("All fields", at: links(paths.list), .smallQuiet),
            ])
    }
}

/// One asset type on the overview.
struct AssetTypeRow: Sendable {
    /// `Furniture`, or `No type`.
    var label: String
    /// Whether this is the row of the items without a type.
    var isNone = false
    /// `1,284`.
    var count: String
    /// `$90,490`.
    var value: String
    /// Its share of the value of all items, from 0 to 100, for the bar: `37.5`.
    var share: String
    var itemsPath: String
}

extension AssetTypeRow {
    /// The row of a type, or of the items without one.
    ///
    /// - Parameter whole: the totals of all items.
    init(
        _ type: AssetTypeLabel?, _ totals: ItemTotals, of whole: ItemTotals, _ site: Site
    ) {
        self.init(
            label: type?.text ?? "No type", isNone: type == nil,
            count: "\(totals.count, grouped: true)",
            value: totals.worth.map(site.currency.shortText) ?? "",
            share: Self.share(totals, of: whole),
            itemsPath: site.links(.items(ofType: type.map { String($0.number) } ?? "none")))
    }

    /// A percentage, with a decimal place if it has one: `37.5`.
    static func share(_ part: ItemTotals, of whole: ItemTotals) -> String {
        guard let part = part.worth, let whole = whole.worth, whole > 0 else { return "0" }
        var (exact, tenths) = (part * 1_000 / whole, Decimal())
        NSDecimalRound(&tenths, &exact, 0, .plain)
        return "\(tenths / 10)"
    }
}

extension SitePath {
    /// The list of a type's items, by its number, or of those without a type for `none`.
    static func items(ofType value: String) -> SitePath {
        ListQuery().filtered("assetType", by: value).address(of: .items)
    }
}
