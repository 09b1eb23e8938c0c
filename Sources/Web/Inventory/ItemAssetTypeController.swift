import Domain
import Foundation
import Hummingbird
import Persistence

/// The page that selects the type of an item.
struct ItemAssetTypeController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.itemAssetType("{key}"), by: .editors(of: .inventory), use: edit)
        routes.post(
            .itemAssetType("{key}"), by: .editors(of: .inventory),
            as: .form("assetType", gives: ItemValues.schema), use: update)
    }

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context) { records in
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
            return site.changed(item.document, at: item.path, after: request, flash: .itemSaved)
        }
    }
}

extension Inventory {
    /// Sets the type of an item from a form.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func setType(of key: UUID, _ form: FormData) async throws -> RecordSummary {
        guard form["assetType"] != nil else {
            throw ValidationErrors(
                "assetType", "Type", "choose one, or send it empty for none")
        }
        var type = form
        type.remove { $0 != "assetType" }
        let posted = PostedForm(type)
        return try await site.change { try items.update(.key(key), posted, in: $0) }
    }
}

extension ItemAssetTypePage {
    init(_ item: Item, _ inventory: Inventory, in context: ManagedObjectContext) throws {
        let figures = inventory.household.inventoryCache
        let totals = try figures.totalsByType(of: ItemQuery(), in: context)
        let links = inventory.links
        self.init(
            layout: inventory.site.layout(
                title: "Type of \(item.name)", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(item)]),
            name: item.name, path: links(.itemAssetType(item.key)),
            itemPath: links(.item(item.key)),
            choices: try figures.assetTypeLabels(in: context).map { label in
                AssetTypeChoice(
                    id: String(label.number), label: label.text,
                    count: ItemCount.text(totals[label.number]?.count ?? 0),
                    isCurrent: label.number == item.assetType?.savedNumber)
            },
            isNone: item.assetType == nil, newTypePath: links(ResourcePaths(.assetTypes).new))
    }
}

/// The page that selects the asset type of an item.
struct ItemAssetTypePage: FormPage {
    static let template = "inventory/asset-type"

    var layout: LayoutPage
    var name: String
    /// The action of the forms.
    var path: String
    var itemPath: String
    var choices: [AssetTypeChoice]
    /// Whether the item has no type.
    var isNone: Bool
    var newTypePath: String
    /// The faults of a rejected choice.
    var summary = FaultSummary()

    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
    }
}

/// A type to choose.
struct AssetTypeChoice: Sendable {
    var id: String
    var label: String
    /// `12 items`.
    var count: String
    /// Whether it is the current type.
    var isCurrent: Bool
}
