import Domain
import Hummingbird
import Persistence

/// Merging an asset type with another one.
struct AssetTypeMergeController: RouteProvider {
    let inventory: Inventory

    private var site: Site { inventory.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(.mergeAssetType("{id}"), use: create)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        do {
            let type = try await inventory.mergeType(number, form)
            return site.changed(
                type.json, at: .assetType(type.label.number), after: request,
                announcing: .assetTypesMerged)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The types were not merged") }
            let page = try await inventory.household.container.read { records in
                var page = try AssetTypeShowPage(
                    inventory.assetType(number, in: records), inventory, in: records)
                page.into = FormField(fault: refusal.message(for: "into"))
                page.summary = refusal.summary
                return page
            }
            return try site.refused(page, refusal, context)
        }
    }
}
