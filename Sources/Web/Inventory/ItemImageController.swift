import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import Persistence

/// The main photo of an item as it was uploaded.
struct ItemImageController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.itemImage("{key}"), by: .readers(of: .inventory), isPage: false, use: show)
        routes.get(.itemThumbnail("{key}"), by: .readers(of: .inventory), isPage: false) {
            request, context in
            let key = try context.itemKey
            return try await inventory.thumbnail(request, orSay: "This item has no photo") {
                try Item.find(key, in: $0)
            }
        }
        routes.post(
            .itemImage("{key}"), by: .editors(of: .inventory),
            as: .form(.file("image"), gives: ItemValues.schema), use: update)
        routes.post(
            .deleteItemImage("{key}"), by: .editors(of: .inventory),
            as: .document(ItemValues.schema), use: delete)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await inventory.photoFile(request, context) {
            let photo = try inventory.firstPhoto(of: key, in: $0)
            return (photo.key, photo.item?.name ?? "")
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let form = try await site.form(of: request, fileField: "image")
        let photo = try await UploadedPhoto(form, inventory.household, context)
        return try await site.answer(request, context, orRefuse: "The photo was not saved") {
            let (document, trashed) = try await site.change { records in
                let item = try inventory.item(key, in: records)
                if let refusal = photo.refusal { throw refusal }
                guard photo.isThere else { throw ValidationErrors(faults: [.missingPhoto]) }
                let trashed = try inventory.save(item, photo, in: records)
                return (try inventory.items.json(ItemValues(item)), trashed)
            }
            return site.changed(
                document, at: .item(key), after: request, flash: .photoSaved,
                token: trashed.map { String($0) })
        } showing: { refusal in
            try await inventory.household.container.read { records in
                ItemImagePage(try inventory.item(key, in: records), refusal, inventory)
            }
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let (document, trashed) = try await site.change { records in
            let item = try inventory.item(key, in: records)
            let photo = inventory.trashPhoto(of: item, in: records)
            try site.household.save(records)
            return (try inventory.items.json(ItemValues(item)), photo?.objectID.recordNumber)
        }
        return site.changed(
            document, at: .item(key), after: request,
            flash: trashed == nil ? .photoDeleted : .itemPhotoDeleted,
            token: trashed.map { String($0) })
    }
}

extension ItemImagePage {
    init(_ item: Item, _ refusal: ValidationErrors, _ inventory: Inventory) {
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

extension Inventory {
    /// Moves the main photo of an item to the trash; deletes it if its file is missing, since then it
    /// could not be restored.
    ///
    /// - Returns: the photo in the trash.
    fileprivate func trashPhoto(of item: Item, in context: ManagedObjectContext) -> ItemPhoto? {
        item.adoptThumbnail(in: context)
        guard let photo = item.listedPhotos.first else { return nil }
        guard photo.key.flatMap(household.itemImages.path) != nil else {
            context.delete(photo)
            return nil
        }
        photo.trashedDate = household.now()
        return photo
    }

    /// Saves an item with its new photo.
    ///
    /// - Returns: the number of the photo that it replaced, now in the trash.
    func save(
        _ item: Item, _ photo: UploadedPhoto, in context: ManagedObjectContext
    ) throws -> Int64? {
        guard let path = photo.path, let thumbnail = photo.thumbnail else {
            try household.save(context)
            return nil
        }
        let former = trashPhoto(of: item, in: context)
        let key = item.addPhoto(
            thumbnail.png, captureDate: photo.captureDate, isFirst: true, at: household.now(),
            in: context
        ).key
        try household.save(context, adding: [(key, path, nil)])
        return former?.objectID.recordNumber
    }
}

extension FieldError {
    /// The fault of a form without a picture.
    static let missingPhoto = FieldError(
        field: "image", label: "Photo", message: "choose a picture first")
}
