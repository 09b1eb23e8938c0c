import Domain
import Foundation
import Hummingbird
import Imaging
import ObjectModel
import Persistence

/// The photos of an item: the ordered list, and each photo.
struct ItemPhotosController: InventoryRoutes {
    let inventory: Inventory

    /// The maximum number of files in one form.
    private static let mostFiles = Item.mostPhotos

    private var photos: EvidenceActions<ItemPhoto> {
        EvidenceActions(
            inventory: inventory, list: ItemPhoto.list, path: { .itemPhotos($0) },
            label: "Photos", refusal: "The photos were not added", answersAll: true,
            added: { _ in .photosAdded }, deleted: .itemPhotoDeleted,
            restored: .itemPhotoRestored, erased: .itemPhotoErased,
            putFirst: { $1.movePhoto($0, to: .first) },
            existing: { try inventory.photo($0, in: $1) }, read: read,
            json: { $0.json(inventory.links) },
            page: { EvidencePage(photosOf: $0, inventory, notices: $1) }
        ) { _, item in .object([("itemKey", .string(item.key.uuidString))]) }
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let (readers, editors) = (Access.readers(of: .inventory), Access.editors(of: .inventory))
        let photos = photos
        photos.addRoutes(
            at: .itemPhotos("{key}"), to: &routes,
            as: .form(.file("file", several: true), gives: .records(ItemPhoto.schema)).adding,
            of: ItemPhoto.schema)
        routes.get(.itemPhotoView("{key}"), by: readers, use: showFirst)
        routes.get(
            .itemPhoto("{id}"), by: readers, as: .document(ItemPhoto.schema), use: show,
            json: showJSON)
        routes.post(
            .itemPhoto("{id}"), by: editors, as: .form("caption", gives: ItemPhoto.schema),
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

    /// Opens the pictures of a form.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, there are too many, or one is unusable.
    private func read(
        _ form: FormData, _ context: SiteContext
    ) async throws -> [EvidenceUpload<ItemPhoto>] {
        let field = EvidenceUpload<ItemPhoto>.field
        let files = try form.files(
            field, label: "Photos", atMost: Self.mostFiles,
            hint: "send them as files (curl: -F file=@front.jpg -F file=@back.jpg)")
        var photos: [EvidenceUpload<ItemPhoto>] = []
        for file in files {
            do {
                let photo = try await context.timing.measure(.image) {
                    try await UploadedPicture(file, site.household.imageProcessor)
                }
                photos.append(
                    EvidenceUpload(file: file, checksum: photo.checksum) { item, date, records in
                        let added = item.addPhoto(
                            photo.thumbnail, captureDate: photo.captureDate, at: date, in: records)
                        return (added.photo, added.key)
                    })
            } catch let error as ImagingError {
                let label = files.count == 1 ? "Photos" : "“\(file.fileName.prefix(100))”"
                throw try ValidationErrors(ofPicture: error, field: field, label: label)
            }
        }
        return photos
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
            var page = ItemPhotoPage(photo, inventory, notices: site.notices(for: request))
            try page.layout.showChanges(of: photo, inventory.household, in: records)
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.json(for: request, context, dependingOn: EntityName.itemPages) {
            try inventory.photo(number, in: $0).json(inventory.links)
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        var decoder = FormDecoder(form)
        let caption = decoder.line("caption", label: "Caption", limit: 200)
        let faults = FaultList(decoder.faults)
        return try await site.answer(
            request, context, form, orRefuse: "The caption was not saved",
            on: { try ItemPhotoPage(inventory.photo(number, in: $0), inventory, notices: []) }
        ) {
            try faults.check()
            let document = try await site.change { records in
                let photo = try inventory.photo(number, in: records)
                photo.caption = caption.updating(photo.caption)
                try site.household.save(records)
                return photo.json(inventory.links)
            }
            return site.changed(
                document, at: .itemPhoto(number), after: request, flash: .photoSaved)
        }
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
            return (try photos.document(item.listedPhotos), SitePath.itemPhotos(item.key))
        }
        return site.changed(moved, at: next, after: request, flash: .photosMoved)
    }

    private func image(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await inventory.photoFile(request, context) {
            let photo = try inventory.photo(number, in: $0)
            return (photo.key, "\(photo.item?.name ?? "") \(photo.place.index + 1)")
        }
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
}

extension ItemPhoto {
    /// Its position among the photos of its item.
    struct Place {
        /// From 0.
        let index: Int
        let count: Int

        /// `2 of 5`.
        var text: String { "\(index + 1) of \(count)" }
    }

    /// The position, found among all photos of the item.
    var place: Place {
        let photos = item?.listedPhotos ?? []
        return Place(index: photos.firstIndex { $0 === self } ?? 0, count: photos.count)
    }

    /// The large view.
    var path: SitePath { .itemPhoto(savedNumber) }

    /// The original.
    var imagePath: SitePath { .itemPhotoImage(savedNumber) }

    /// The thumbnail under an address that changes with it.
    var thumbnailPath: SitePath {
        .itemPhotoThumbnail(savedNumber).query([("v", thumbnailVersion ?? "")])
    }

    /// The schema of a photo as JSON.
    static let schema = JSONSchema.members(
        "id itemKey index caption captureDate image thumbnail version")

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(savedNumber)), ("itemKey", .string(item?.key.uuidString)),
            ("index", .int(place.index)), ("caption", FieldValue.text(caption).json),
            ("captureDate", .string(captureDate.map(ISO8601Text.capture))),
            ("image", .string(links(imagePath))), ("thumbnail", .string(links(thumbnailPath))),
            ("version", .int(rowVersion)),
        ])
    }

    static let list = MemoryList<ItemPhoto>(
        "ItemPhoto",
        [
            .init("id", .integer64) { .integer($0.savedNumber) },
            .init("itemKey", .uuid) { $0.item.map { .uuid($0.key) } ?? .null },
            .init("index", .integer64) { .integer(Int64($0.place.index)) },
            .init("caption", .string) { .text($0.caption) },
            .init("captureDate", .date) { .moment($0.captureDate) },
        ], searching: ["caption"])
}
