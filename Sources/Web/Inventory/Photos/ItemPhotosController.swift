import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import Logging
import Persistence

/// The photos of an item: the ordered list, and each photo.
struct ItemPhotosController: InventoryRoutes {
    let inventory: Inventory

    private let photos: EvidenceActions<ItemPhoto, ItemPhotoValues>

    init(inventory: Inventory) {
        self.inventory = inventory
        photos = EvidenceActions(
            inventory: inventory, list: ItemPhotoValues.list, fileName: "photos",
            deleted: .itemPhotoDeleted, restored: .itemPhotoRestored, erased: .itemPhotoErased,
            putFirst: { $1.movePhoto($0, to: .first) },
            existing: { try inventory.photo($0, in: $1) }, values: ItemPhotoValues.all,
            json: { $0.json(inventory.links) },
            page: { EvidencePage(photosOf: $0, inventory, notices: $1) }
        ) { _, item in
            (.object([("itemKey", .string(item.key.uuidString))]), .itemPhotos(item.key))
        }
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let (readers, editors) = (Access.readers(of: .inventory), Access.editors(of: .inventory))
        photos.addRoutes(
            at: .itemPhotos("{key}"), to: &routes,
            as: .form(.file("file", several: true), gives: .records(ItemPhotoValues.schema)).adding,
            of: ItemPhotoValues.schema, create: create)
        routes.get(.itemPhotoView("{key}"), by: readers, use: showFirst)
        routes.get(
            .itemPhoto("{id}"), by: readers, as: .document(ItemPhotoValues.schema), use: show,
            json: showJSON)
        routes.post(
            .itemPhoto("{id}"), by: editors, as: .form("caption", gives: ItemPhotoValues.schema),
            use: update)
        routes.post(
            .itemPhotoPosition("{id}"), by: editors, as: .form(of: RouteParameter.position),
            use: move)
        routes.post(.deleteItemPhoto("{id}"), by: editors, use: photos.delete)
        routes.post(
            .restoreItemPhoto("{id}"), by: editors, as: .form(.flag("instead")),
            use: photos.restore)
        routes.post(.eraseItemPhoto("{id}"), by: editors.askingAgain, use: photos.erase)
        routes.get(.itemPhotoImage("{id}"), by: readers, isPage: false, use: image)
        routes.get(
            .itemPhotoThumbnail("{id}"), by: readers, isPage: false, use: photos.thumbnail)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.answer(request, context, orRefuse: "The photos were not added") {
            let form = try await site.form(of: request, fileField: ItemPhotosUpload.field)
            let upload = try await ItemPhotosUpload(form, inventory.household, context)
            let added = try await site.change { records in
                let item = try inventory.item(key, in: records)
                guard item.listedPhotos.count + upload.photos.count <= Item.mostPhotos else {
                    throw ItemPhotosUpload.refusal("an item has at most \(Item.mostPhotos) photos")
                }
                let originals = upload.photos.map { photo in
                    let key = item.addPhoto(
                        photo.thumbnail, captureDate: photo.captureDate,
                        at: site.household.now(), in: records
                    ).key
                    return (key: key, file: photo.file.path)
                }
                let checksums = upload.photos.map { ($0.file.path, $0.checksum) }
                try site.household.save(
                    records, adding: originals,
                    checksums: Dictionary(uniqueKeysWithValues: checksums))
                return ItemPhotoValues.all(of: item)
            }
            return site.changed(
                try photos.document(added), status: .created, at: .itemPhotos(key), after: request,
                flash: .photosAdded)
        } showing: {
            try await photos.page(of: key, $0)
        }
    }

    // MARK: - One photo

    private func showFirst(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await show(request, context) { try inventory.firstPhoto(of: key, in: $0) }
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await show(request, context) { try inventory.photo(number, in: $0) }
    }

    private func show(
        _ request: Request, _ context: SiteContext,
        _ find: @escaping @Sendable (ManagedObjectContext) throws -> ItemPhoto
    ) async throws -> Response {
        try await site.pages.page(for: request, context, dependingOn: EntityName.itemPages) {
            records in
            let photo = try find(records)
            var page = ItemPhotoPage(
                try inventory.values(of: photo),
                among: photo.item.map(ItemPhotoValues.all) ?? [], inventory,
                notices: site.notices(for: request))
            try page.layout.showChanges(of: photo, inventory.household, in: records)
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.json(for: request, context, dependingOn: EntityName.itemPages) {
            records in
            try inventory.values(of: inventory.photo(number, in: records)).json(inventory.links)
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        var decoder = FormDecoder(try await site.form(of: request))
        let caption = decoder.line("caption", label: "Caption", limit: 200)
        if let fault = decoder.faults.first {
            throw SiteError.unprocessable("The caption was not saved", faults: [fault])
        }
        let photo = try await site.change { records in
            let photo = try inventory.photo(number, in: records)
            photo.caption = caption.updating(photo.caption)
            try site.household.save(records)
            return try inventory.values(of: photo)
        }
        return site.changed(
            photo.json(inventory.links), at: .itemPhoto(number), after: request,
            flash: .photoSaved)
    }

    /// The first position makes it the main photo.
    private func move(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let position = try ListPosition(await site.form(of: request))
        let (moved, next) = try await site.change { records in
            let photo = try inventory.photo(number, in: records)
            guard let item = photo.item else { throw SiteError.notFound() }
            item.movePhoto(photo, to: position)
            try site.household.save(records)
            return (ItemPhotoValues.all(of: item), SitePath.itemPhotos(item.key))
        }
        return site.changed(
            try photos.document(moved), at: next, after: request, flash: .photosMoved)
    }

    // MARK: - Bytes

    private func image(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await inventory.original(
            request, context, named: { "\($0.itemName) \($0.index + 1)" }
        ) { try inventory.photo(number, in: $0) }
    }
}

extension Inventory {
    /// A photo by its number, unless it is in the trash.
    ///
    /// - Throws: a 404.
    func photo(_ number: Int64, in context: ManagedObjectContext) throws -> ItemPhoto {
        let photo: ItemPhoto = try existing(number, in: context)
        guard photo.item != nil else { throw SiteError.notFound("There is no such photo") }
        return photo
    }

    /// The first photo of an item.
    ///
    /// - Throws: a 404.
    func firstPhoto(of key: UUID, in context: ManagedObjectContext) throws -> ItemPhoto {
        guard let photo = try item(key, in: context).listedPhotos.first else {
            throw SiteError.notFound("This item has no photo")
        }
        return photo
    }

    /// The values of a photo that is not in the trash.
    ///
    /// - Throws: a 404.
    func values(of photo: ItemPhoto) throws -> ItemPhotoValues {
        let number = photo.objectID.recordNumber
        let all = photo.item.map(ItemPhotoValues.all) ?? []
        guard let values = all.first(where: { $0.recordNumber == number }) else {
            throw SiteError.notFound("There is no such photo")
        }
        return values
    }

    /// The original of a photo or document.
    ///
    /// - Parameter advice: what to do if it is missing.
    /// - Throws: a 404 if it is missing although there is a record: another program removed it, and
    ///   the log names it.
    func existing(
        _ file: PhotoFile?, of noun: String, _ key: UUID, orAdvise advice: String,
        _ context: SiteContext
    ) throws(SiteError) -> PhotoFile {
        if let file { return file }
        context.logger.warning("The file of a \(noun) is missing", metadata: [noun: "\(key)"])
        throw SiteError(
            status: .notFound, title: "The file of this \(noun) is missing", detail: advice)
    }

    /// The response with the original of a photo.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without extension.
    ///   - find: finds the photo.
    /// - Throws: errors of the closure, and a 404.
    func original(
        _ request: Request, _ context: SiteContext,
        named name: (ItemPhotoValues) -> String,
        of find: @escaping @Sendable (ManagedObjectContext) throws -> ItemPhoto
    ) async throws -> Response {
        let (photo, found) = try await household.original {
            let photo = try await household.container.read { try values(of: find($0)) }
            return (photo, photo.key)
        }
        let file = try existing(
            found, of: "photo", photo.key,
            orAdvise: """
                Only its thumbnail is left. Restore the file from a backup, or give the item \
                another photo.
                """, context)
        let tag = EntityTag("photo-\(photo.key)")
        if tag.matches(request) { return tag.notModified }
        let kind = try await file.kind()
        return try await file.response(
            as: kind.mimeType,
            ContentDisposition.inline(
                fileName: name(photo), extension: kind.pictureFormat?.fileExtension), tag: tag,
            context)
    }
}

/// Photos uploaded to an item.
struct ItemPhotosUpload: Sendable {
    /// The name of the file field.
    static let field = "file"
    /// The maximum number of files in one form.
    static let mostFiles = Item.mostPhotos

    private(set) var photos: [UploadedPicture] = []

    /// Opens the pictures of a form.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, there are too many, or one is unusable.
    init(_ form: FormData, _ household: Household, _ context: SiteContext) async throws {
        let files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "send them as files (curl: -F file=@front.jpg -F file=@back.jpg)")
        for file in files {
            do {
                let photo = try await context.timing.measure(.image) {
                    try await UploadedPicture(file, household.imageProcessor)
                }
                photos.append(photo)
            } catch let error as ImagingError {
                let label = files.count == 1 ? "Photos" : "“\(file.fileName.prefix(100))”"
                throw try ValidationErrors(ofPicture: error, field: Self.field, label: label)
            }
        }
    }

    static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors(field, "Photos", message)
    }
}
