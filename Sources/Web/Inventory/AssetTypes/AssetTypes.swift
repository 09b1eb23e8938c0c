import Domain
import Hummingbird
import Persistence

/// The asset types.
struct AssetTypes: Resource {
    let inventory: Inventory
    /// Whether its form is that of the template of a type, which has an address below the type. Default: of
    /// the other fields.
    var isOfTemplate = false

    var site: Site { inventory.site }
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
        orders: [
            ("Name", SortOrder("label")), ("Name, from Z", SortOrder("label", ascending: false)),
        ],
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
        let unit = totals.count == 1 ? " item" : " items"
        let share = whole.map { AssetTypeRow.share(totals, of: $0) }
        return [
            ListCell("\(totals.count, grouped: true)", unit: unit, path: path),
            ListCell(site.worth(totals)), ListCell(share: share),
        ]
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

    func notices(for request: Request, in context: ManagedObjectContext) throws -> [Notice] {
        guard request.flash == .assetTypesMerged,
            let notice = try site.undoNotice(
                inventory.merges, request.flashCookie?.token, at: SitePath.undoAssetTypeMerge,
                in: context,
                {
                    let count = ItemCount.text($0.listedCount ?? $0.items.count)
                    return "“\($0.label)” was merged: \(count) moved here."
                })
        else { return site.notices(for: request, of: words.one) }
        return [notice]
    }
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

/// The form that chooses the template of an asset type.
struct AssetTypeTemplateController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        let types = AssetTypes(inventory: inventory, isOfTemplate: true)
        let (actions, editors) = (ResourceActions(types), Access.editors(of: .inventory))
        routes.get(.assetTypeTemplate("{id}"), by: editors, use: actions.edit)
        routes.post(
            .assetTypeTemplate("{id}"), by: editors,
            as: .updating(types).called("Choose the template of a type"), use: actions.update)
    }
}
