import Domain
import Foundation
import Hummingbird
import Persistence

/// The type of an item, which is picked from all types.
struct ItemAssetTypeController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.itemAssetType("{key}"), by: .editors(of: .inventory), use: edit)
        routes.post(.itemAssetType("{key}"), by: .editors(of: .inventory), use: update)
    }

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.page(for: request, context) { records in
            try ItemAssetTypePage(inventory.item(key, in: records), inventory, in: records)
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let form = try await site.form(of: request)
        return try await site.answer(
            request, context, form, orRefuse: "The type was not changed",
            on: { try ItemAssetTypePage(inventory.item(key, in: $0), inventory, in: $0) }
        ) {
            let item = try await inventory.setType(of: key, form)
            return site.changed(
                item.json(inventory.links), at: .item(key), after: request, announcing: .itemSaved)
        }
    }
}

extension Inventory {
    /// Gives an item the type that a form names.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func setType(of key: UUID, _ form: FormData) async throws -> ItemValues {
        var decoder = FormDecoder(form)
        let posted = decoder.id("assetType", label: "Type", of: "type")
        if posted == .absent, decoder.faults.isEmpty {
            decoder.fail("assetType", "Type", "choose one, or send it empty for none")
        }
        let faults = decoder.faults
        return try await change { context in
            let item = try item(key, in: context)
            if !faults.isEmpty { throw FormRefusal(faults: faults) }
            let type = try posted.value.flatMap { try AssetType.find(Int64($0), in: context) }
            if let number = posted.value, type == nil {
                throw FormRefusal(faults: [.unknownType("assetType", number)])
            }
            item.assetType = type
            try household.save(context)
            return try ItemValues(item)
        }
    }
}

extension ItemAssetTypePage {
    /// The picker for an item.
    init(_ item: Item, _ inventory: Inventory, in context: ManagedObjectContext) throws {
        let values = try ItemValues(item)
        let figures = inventory.household.inventoryCache
        let totals = try figures.totalsByType(of: ItemQuery(), in: context)
        let links = inventory.links
        self.init(
            layout: inventory.site.layout(
                title: "Type of \(values.name)", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(values)]),
            name: values.name, path: links(.itemAssetType(values.key)),
            itemPath: links(.item(values.key)),
            choices: try figures.assetTypeLabels(in: context).map { label in
                AssetTypeChoice(
                    id: String(label.number), label: label.text,
                    count: ItemCount.text(totals[label.number]?.count ?? 0),
                    isCurrent: label.number == values.assetType?.number)
            },
            isNone: values.assetType == nil, newTypePath: links(ResourcePaths(.assetTypes).new))
    }
}

/// The picker of an item's asset type.
struct ItemAssetTypePage: FormPage {
    static let template = "inventory/asset-type"

    var layout: LayoutPage
    /// The name of the item.
    var name: String
    /// Where a choice is posted.
    var path: String
    var itemPath: String
    var choices: [AssetTypeChoice]
    /// Whether the item has no type.
    var isNone: Bool
    var newTypePath: String
    /// A choice that could not be taken.
    var summary = FaultSummary()

    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        summary = refusal.summary
    }
}

/// One type in the picker.
struct AssetTypeChoice: Sendable {
    var id: String
    var label: String
    /// `12 items`.
    var count: String
    /// Whether it is the item's own.
    var isCurrent: Bool
}
