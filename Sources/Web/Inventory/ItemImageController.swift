import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The main photo of an item as it was uploaded.
struct ItemImageController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.itemImage("{key}"), by: .readers(of: .inventory), isPage: false, use: show)
        routes.post(
            .itemImage("{key}"), by: .editors(of: .inventory),
            as: .form(.file("image"), gives: ItemValues.schema), use: update)
        routes.post(
            .deleteItemImage("{key}"), by: .editors(of: .inventory),
            as: .document(ItemValues.schema), use: delete)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await inventory.original(request, context, named: \.itemName) {
            try inventory.firstPhoto(of: key, in: $0)
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let form = try await site.form(of: request, fileField: "image")
        let photo = try await UploadedPhoto(form, inventory.household, context)
        return try await site.answer(request, context, orRefuse: "The photo was not saved") {
            let (item, trashed) = try await inventory.update(key, with: photo)
            return site.changed(
                try item.json(inventory.links), at: .item(key), after: request,
                flash: .photoSaved, token: trashed.map { String($0) })
        } showing: { refusal in
            let item = try await inventory.household.container.read { records in
                try ItemValues(inventory.item(key, in: records))
            }
            return ItemImagePage(item, refusal, inventory)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (item, trashed) = try await inventory.deletePhoto(of: context.itemKey)
        return site.changed(
            try item.json(inventory.links), at: .item(item.key), after: request,
            flash: trashed == nil ? .photoDeleted : .itemPhotoDeleted,
            token: trashed.map { String($0) })
    }
}

extension ItemImagePage {
    init(_ item: ItemValues, _ refusal: ValidationErrors, _ inventory: Inventory) {
        var photo = PhotoField(inventory, item)
        photo.show(refusal, staged: nil)
        self.init(
            layout: inventory.site.layout(
                title: "Photo of \(item.name)", section: .inventory, topic: .documents,
                crumbs: [inventory.itemsCrumb, inventory.crumb(item)]),
            name: item.name, summary: refusal.summary, photo: photo,
            imagePath: inventory.links(.itemImage(item.key)),
            itemPath: inventory.links(.item(item.key)))
    }
}

/// The page for a rejected picture that was to replace the photo of an item (413, 415, 422, 503).
struct ItemImagePage: TemplatePage {
    static let template = "inventory/image"

    var layout: LayoutPage
    var name: String
    var summary: FaultSummary
    var photo: PhotoField
    /// The action of the form.
    var imagePath: String
    var itemPath: String
}

/// The thumbnail of an item.
struct ItemThumbnailController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.itemThumbnail("{key}"), by: .readers(of: .inventory), isPage: false, use: show)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let known = request.headers[.ifNoneMatch]
        let found = try await site.household.container.read { records in
            try Item.find(key, in: records).flatMap { Found($0, known: known) }
        }
        guard let found else { throw SiteError.notFound("This item has no photo") }
        return .thumbnail(found.png, found.tag, version: found.version, to: request)
    }

    /// A thumbnail, whose bytes are not read if the client already has them.
    private struct Found: Sendable {
        let version: String
        let tag: EntityTag
        let png: Data

        init?(_ item: Item, known: String?) {
            guard let version = item.thumbnailVersion else { return nil }
            self.version = version
            tag = EntityTag(version)
            png = known == tag.text ? Data() : item.thumbnail ?? Data()
        }
    }
}
