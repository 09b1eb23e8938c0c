import Domain
import Persistence

extension Inventory {
    /// The types that one can be merged with.
    func mergeOptions(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> [SelectOption] {
        try household.figures.assetTypeLabels(in: context).filter { $0.number != number }
            .map { SelectOption(value: String($0.number), label: $0.text) }
    }

    /// The crumb that leads to a type.
    func crumb(_ type: AssetTypeLabel) -> PathLink {
        PathLink(label: type.text, path: links(.assetType(type.number)))
    }
}

extension AssetTypeForm {
    /// The form of a new type.
    init(new inventory: Inventory) {
        self.init(path: inventory.links(.assetTypes), cancelPath: inventory.links(.assetTypes))
    }

    /// The form of a type that exists.
    init(_ type: AssetTypeLabel, _ inventory: Inventory) {
        let path = inventory.links(.assetType(type.number))
        self.init(
            path: path, cancelPath: path, version: String(type.rowVersion), hasVersion: true,
            label: FormField(type.text))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        label = FormField(form["label"] ?? label.value, fault: refusal.message(for: "label"))
        version = form["version"] ?? version
        summary = refusal.summary
    }
}

extension AssetTypeNewPage {
    /// The page of a form for a new type.
    init(_ form: AssetTypeForm, _ inventory: Inventory) {
        self.init(
            layout: inventory.site.layout(
                title: "New type", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.assetTypesCrumb]),
            form: form)
    }
}

extension AssetTypeEditPage {
    /// The page of a form for a type.
    init(_ type: AssetTypeLabel, _ form: AssetTypeForm, _ inventory: Inventory) {
        self.init(
            layout: inventory.site.layout(
                title: "Rename \(type.text)", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.assetTypesCrumb, inventory.crumb(type)]),
            name: type.text, form: form)
    }
}

extension AssetTypeDeletePage {
    /// The question before a type is deleted.
    init(_ type: AssetTypeValues, _ mergeOptions: [SelectOption], _ inventory: Inventory) {
        let (label, count) = (type.label, type.totals.count)
        let links = inventory.links
        self.init(
            layout: inventory.site.layout(
                title: "Delete the type \(label.text)?", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.assetTypesCrumb, inventory.crumb(label)]),
            label: label.text, hasItems: count > 0, count: ItemCount.text(count),
            consequences: Self.consequences(type),
            deletePath: links(.deleteAssetType(label.number)),
            cancelPath: links(.assetType(label.number)),
            canMerge: count > 0 && !mergeOptions.isEmpty,
            mergePath: links(.mergeAssetType(label.number)), mergeOptions: mergeOptions)
    }

    private static func consequences(_ type: AssetTypeValues) -> [String] {
        let goes = "The type “\(type.label.text)” goes."
        let worth = WholeDollars.text(Int(type.totals.valueInDollars))
        switch type.totals.count {
        case 0: return [goes, "No item has this type."]
        case 1: return [goes, "Its item stays, worth \(worth). It has no type then."]
        default:
            return [
                goes,
                "Its \(ItemCount.text(type.totals.count)) stay, worth \(worth). "
                    + "They have no type then.",
            ]
        }
    }
}

extension AssetTypeShowPage {
    /// Items that are shown with the type.
    private static let shownItems = 20

    /// The page of a type.
    init(
        _ type: AssetType, _ inventory: Inventory, in context: ManagedObjectContext,
        notices: [Notice] = []
    ) throws {
        let values = try inventory.values(type, in: context)
        let (label, links) = (values.label, inventory.links)
        let options = try inventory.mergeOptions(label.number, in: context)
        let jsonPath = links(SitePath.assetType(label.number).json)
        var layout = inventory.site.layout(
            title: label.text, section: .inventory,
            crumbs: [inventory.itemsCrumb, inventory.assetTypesCrumb], notices: notices)
        layout.alternates = [AlternateLink(type: "application/json", path: jsonPath)]
        self.init(
            layout: layout, label: label.text, count: ItemCount.text(values.totals.count),
            value: WholeDollars.text(Int(values.totals.valueInDollars)),
            version: String(label.rowVersion), editPath: links(.editAssetType(label.number)),
            deletePath: links(.deleteAssetType(label.number)), jsonPath: jsonPath,
            itemsPath: links(.items(ofType: String(label.number))),
            newItemPath: links(SitePath.newItem.query([("assetType", String(label.number))])),
            hasItems: values.totals.count > 0,
            rowsHTML: try Self.rows(label, inventory, context),
            hasMoreItems: values.totals.count > Self.shownItems, canMerge: !options.isEmpty,
            mergePath: links(.mergeAssetType(label.number)), mergeOptions: options)
    }

    private static func rows(
        _ label: AssetTypeLabel, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> String {
        var query = ItemQuery()
        query.assetType = .type(label.number)
        var request = try query.fetchRequest(context.coordinator)
        request.fetchLimit = shownItems
        return try inventory.rows.html(context.fetch(request), labels: [label.number: label])
    }
}
