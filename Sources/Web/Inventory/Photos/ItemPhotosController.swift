import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The photos of an item: the ordered list, and each photo.
struct ItemPhotosController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .itemPhotos("{key}"), by: .readers(of: .inventory),
            as: .list(ItemPhotoValues.list.parameters, of: ItemPhotoValues.schema), use: index,
            json: indexJSON, csv: indexCSV)
        routes.post(
            .itemPhotos("{key}"), by: .editors(of: .inventory),
            as: .form(.file("file", several: true), gives: .records(ItemPhotoValues.schema)).adding,
            use: create)
        routes.get(.itemPhotoView("{key}"), by: .readers(of: .inventory), use: showFirst)
        routes.get(
            .itemPhoto("{id}"), by: .readers(of: .inventory), as: .document(ItemPhotoValues.schema),
            use: show, json: showJSON)
        routes.post(
            .itemPhoto("{id}"), by: .editors(of: .inventory),
            as: .form("caption", gives: ItemPhotoValues.schema), use: update)
        routes.post(
            .itemPhotoPosition("{id}"), by: .editors(of: .inventory),
            as: .form(of: RouteParameter.position), use: move)
        routes.post(.deleteItemPhoto("{id}"), by: .editors(of: .inventory), use: delete)
        routes.post(
            .restoreItemPhoto("{id}"), by: .editors(of: .inventory), as: .form(.flag("instead")),
            use: restore)
        routes.post(
            .eraseItemPhoto("{id}"), by: .editors(of: .inventory).askingAgain, use: erase)
        routes.get(.itemPhotoImage("{id}"), by: .readers(of: .inventory), isPage: false, use: image)
        routes.get(
            .itemPhotoThumbnail("{id}"), by: .readers(of: .inventory), isPage: false,
            use: thumbnail)
    }

    // MARK: - The photos of an item

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemPages) {
            records in
            try ItemPhotosPage(
                inventory.item(key, in: records), inventory,
                notices: inventory.notices(for: request, in: records))
        }
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.json(
            for: request, context, dependingOn: EntityName.itemPages, ItemPhotoValues.list
        ) { records in
            ItemPhotoValues.all(of: try inventory.item(key, in: records))
        } _: {
            $0.json(inventory.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.csv(for: request, ItemPhotoValues.list, fileName: "photos") {
            ItemPhotoValues.all(of: try inventory.item(key, in: $0))
        }
    }

    private func json(_ photos: [ItemPhotoValues]) -> JSONValue {
        .object([("records", .array(photos.map { $0.json(inventory.links) }))])
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.answer(request, context, orRefuse: "The photos were not added") {
            let form = try await site.form(of: request, fileField: ItemPhotosUpload.field)
            let upload = try await ItemPhotosUpload(form, inventory.household, context)
            let photos = try await inventory.add(upload, to: key)
            return site.changed(
                json(photos), status: .created, at: .itemPhotos(key), after: request,
                flash: .photosAdded)
        } showing: { refusal in
            var page = try await inventory.household.container.read { records in
                try ItemPhotosPage(inventory.item(key, in: records), inventory, notices: [])
            }
            page.show(refusal)
            return page
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
        let photo = try await inventory.setCaption(caption, ofPhoto: number)
        return site.changed(
            photo.json(inventory.links), at: .itemPhoto(number), after: request,
            flash: .photoSaved)
    }

    private func move(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let position = try ListPosition(await site.form(of: request))
        let photos = try await inventory.move(photo: number, to: position)
        let home: SitePath = photos.first.map { .itemPhotos($0.itemKey) } ?? .items
        return site.changed(
            json(photos), at: home, after: request, flash: .photosMoved)
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let item = try await inventory.setTrashed(true, photo: number)
        return site.changed(
            .object([("itemKey", .string(item.uuidString))]), at: .itemPhotos(item),
            after: request, flash: .itemPhotoDeleted, token: String(number))
    }

    private func restore(_ request: Request, _ context: SiteContext) async throws -> Response {
        var decoder = FormDecoder(try await site.form(of: request))
        let isInstead = decoder.flag("instead", label: "Instead of the main photo") ?? false
        guard decoder.faults.isEmpty else {
            throw SiteError.unprocessable("The photo was not restored", faults: decoder.faults)
        }
        let item = try await inventory.setTrashed(
            false, photo: context.recordNumber, isInstead: isInstead)
        return site.changed(
            .object([("itemKey", .string(item.uuidString))]), at: .itemPhotos(item),
            after: request, flash: .itemPhotoRestored)
    }

    private func erase(_ request: Request, _ context: SiteContext) async throws -> Response {
        let item = try await inventory.erase(photo: context.recordNumber)
        return site.changed(
            .object([("itemKey", .string(item.uuidString))]), at: .itemPhotos(item),
            after: request, flash: .itemPhotoErased)
    }

    // MARK: - Bytes

    private func image(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await inventory.original(
            request, context, named: { "\($0.itemName) \($0.index + 1)" }
        ) { try inventory.photo(number, in: $0) }
    }

    private func thumbnail(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let found = try await inventory.household.container.read { records in
            let photo = try inventory.photo(number, in: records)
            return (photo.thumbnailVersion, photo.thumbnail)
        }
        guard let version = found.0, let png = found.1 else {
            throw SiteError.notFound("This photo has no thumbnail")
        }
        return .thumbnail(png, version: version, to: request)
    }
}
