import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The items: index, new, create, show, edit, update, delete.
struct ItemsController: InventoryRoutes {
    let inventory: Inventory
    private let downloads = FolderDownloads()

    init(inventory: Inventory) {
        self.inventory = inventory
    }

    private var layout: ModelLayout { inventory.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .items, by: .readers(of: .inventory),
            as: .list(ItemListRequest.parameters, of: ItemValues.schema), use: index,
            json: indexJSON, csv: indexCSV, events: indexEvents)
        routes.get(
            .itemSelection, by: .editors(of: .inventory),
            as: RouteDescription(
                summary: "Choose several items", query: ItemListRequest.parameters.described),
            use: indexSelecting)
        routes.get(
            .homeboxItems, by: .readers(of: .inventory), isPage: false,
            as: .list(ItemListRequest.parameters, of: .any), use: indexHomebox)
        routes.get(
            .itemArchive, by: .readers(of: .inventory), isPage: false,
            as: .list(ItemListRequest.parameters, of: .any), use: indexArchive)
        routes.get(
            .newItem, by: .editors(of: .inventory),
            as: .opening(ItemInput.parameters), use: new)
        routes.post(
            .items, by: .editors(of: .inventory),
            as: .form(of: ItemInput.parameters, gives: ItemValues.schema).adding, use: create)
        routes.get(
            .item("{key}"), by: .readers(of: .inventory), as: .document(ItemValues.schema),
            use: show, json: showJSON, events: showEvents)
        routes.get(.editItem("{key}"), by: .editors(of: .inventory), use: edit)
        routes.post(
            .item("{key}"), by: .editors(of: .inventory),
            as: .form(of: ItemInput.parameters + [.version], gives: ItemValues.schema), use: update)
        routes.get(.deleteItem("{key}"), by: .editors(of: .inventory), use: askToDelete)
        routes.post(
            .deleteItem("{key}"), by: .editors(of: .inventory), as: .document(ItemValues.schema),
            use: delete)
    }

    // MARK: - Lists

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await index(request, context, isSelecting: false)
    }

    /// The list with boxes to tick.
    private func indexSelecting(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        try await index(request, context, isSelecting: true)
    }

    private func index(
        _ request: Request, _ context: SiteContext, isSelecting: Bool
    ) async throws -> Response {
        let list = try ItemListRequest(request, layout, in: inventory.site.currency)
        return try await site.pages.answer(list, refusing: { try await refuse($0, context) }) {
            try await site.pages.page(for: request, context, dependingOn: EntityName.itemLists) {
                records, timing in
                let items = try timing.measure(.db) {
                    try ItemList(list, inventory.household, in: records)
                }
                return try timing.measure(.render) {
                    var page = try ItemIndexPage(
                        items, inventory, isSelecting: isSelecting, in: records)
                    page.layout.adapt(to: context.client)
                    return try site.renderer.html(page)
                }
            }
        }
    }

    private func refuse(_ list: ItemListRequest, _ context: SiteContext) async throws -> Response {
        let (total, names) = try await inventory.household.container.read { records in
            (
                try inventory.household.inventoryCache.totals(of: ItemQuery(), in: records).count,
                try inventory.names(in: records)
            )
        }
        return try site.renderer.response(
            ItemIndexPage(refused: list, inventory, names, total: total),
            status: .unprocessableContent, context: context)
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try ItemListRequest(request, layout, in: inventory.site.currency)
        try list.check()
        return try await site.pages.json(for: request, context, dependingOn: EntityName.itemLists) {
            records in
            try whole(list, in: records).json(inventory.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try ItemListRequest(request, layout, in: inventory.site.currency)
        try list.check()
        return try await ItemTable(list, inventory).response()
    }

    private func indexHomebox(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try ItemListRequest(request, layout, in: inventory.site.currency)
        try list.check()
        return try await HomeboxTable(list, inventory).response()
    }

    /// The items of a view with photos and documents, as a zip file for the import.
    private func indexArchive(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try ItemListRequest(request, layout, in: inventory.site.currency)
        try list.check()
        let name = "items-\(CalendarDay.today())"
        let archive = ItemArchive(list, inventory)
        let download = try downloads.begin(
            as: name, of: inventory.household, context.logger, archive.write)
        return try await download.response(mediaType: "application/zip", fileName: name + ".zip")
    }

    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try ItemListRequest(request, layout, in: inventory.site.currency)
        try list.check()
        return try await site.events(for: request, dependingOn: EntityName.itemLists) { records in
            try whole(list, in: records).liveState(inventory.links)
        }
    }

    private func whole(
        _ request: ItemListRequest, in records: ManagedObjectContext
    ) throws -> ItemList {
        let list = try ItemList(request, inventory.household, in: records)
        try list.readWhole(in: records)
        return list
    }

    // MARK: - One item

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let readsSales = context.viewer.may(.readers(of: .sales))
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemPages) {
            records in
            let item = try inventory.item(key, in: records)
            var page = try ItemShowPage(item, request, inventory, in: records)
            // The customer is shown only to users who may read sales.
            if !readsSales { page.soldLinks = [] }
            try page.layout.showChanges(of: item, inventory.household, in: records)
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let readsSales = context.viewer.may(.readers(of: .sales))
        return try await site.pages.json(for: request, context, dependingOn: EntityName.itemPages) {
            records in
            let item = try inventory.item(key, in: records)
            let sale = try readsSales ? item.sale(in: records) : nil
            return try ItemValues(item).json(
                inventory.links, sale: sale,
                photos: ItemPhotoValues.all(of: item),
                documents: item.listedDocuments.map(DocumentValues.init),
                values: item.valueHistory, fields: try ItemFieldTexts(item, in: records),
                extras: ItemExtras(item))
        }
    }

    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.events(for: request, dependingOn: EntityName.itemPages) { records in
            let item = try ItemValues(inventory.item(key, in: records))
            return LiveState(rows: [item.liveRow(inventory.links)])
        }
    }

    // MARK: - Forms

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await inventory.newForm(filledWith: request.namedFields)
        // Not cached, because each form has its own idempotency key.
        return try site.renderer.response(
            ItemFormPage(form, inventory, notices: site.notices(for: request)), context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request, fileField: "image")
        let photo = try await UploadedPhoto(form, inventory.household, context)
        return try await site.answer(request, context, orRefuse: "The item was not added") {
            let item = try await site.idempotently(form, at: "itemName") {
                try await inventory.add(ItemInput(PostedForm(form), photo: photo, isNew: true))
            }
            let next = form["next"] == "new" ? inventory.newItemPath(like: item) : nil
            return site.changed(
                await json(item, for: request), status: .created, at: .item(item.key),
                then: next,
                after: request, flash: .itemAdded)
        } showing: { refusal in
            try await newPage(form, photo, refusal)
        }
    }

    /// A saved item as JSON with its related records, or without them if they cannot be read: an
    /// error would claim that nothing was saved.
    private func json(_ item: ItemValues, for request: Request) async -> JSONValue {
        let plain = item.json(inventory.links)
        guard request.wantsJSON else { return plain }
        let whole = try? await inventory.household.container.read { records in
            try item.json(inventory.links, ItemExtras(inventory.item(item.key, in: records)))
        }
        return whole ?? plain
    }

    /// The page of a new item with the input.
    private func newPage(
        _ form: FormData, _ photo: UploadedPhoto, _ refusal: ValidationErrors?
    ) async throws -> ItemFormPage {
        let staged = try photo.stage(inventory.household)
        let (names, ownFields) = try await inventory.ownFields(ofNew: form["assetType"])
        var itemForm = ItemForm(new: inventory, names, ownFields)
        itemForm.show(form, refusal, names, ownFields, staged: staged)
        return ItemFormPage(itemForm, inventory)
    }

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemLists) {
            records in
            let record = try inventory.item(key, in: records)
            let item = try ItemValues(record)
            let form = ItemForm(
                item, inventory, try inventory.names(in: records),
                try ItemFieldTexts(record, in: records))
            var page = ItemFormPage(item, form, inventory)
            page.layout.alternates = [
                .events(inventory.links(SitePath.item(key).events.query([("editing", "yes")])))
            ]
            return page
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let posted = PostedForm(try await site.form(of: request, fileField: "image"))
        let photo = try await UploadedPhoto(posted.typed, inventory.household, context)
        do {
            return try await site.answer(request, context, orRefuse: "The item was not saved") {
                let (item, trashed) = try await inventory.update(
                    key, with: ItemInput(posted, photo: photo, isNew: false))
                return site.changed(
                    await json(item, for: request), at: .item(item.key), after: request,
                    flash: .itemSaved, token: trashed.map { String($0) })
            } showing: { refusal in
                try await page(key, posted, photo, refusal)
            }
        } catch let stale as EditConflict<ItemValues> {
            guard !request.wantsJSON else { throw stale.error }
            return try await showConflict(stale.saved, posted, photo, context)
        } catch let gone as SiteError where gone.status == .notFound {
            guard !request.wantsJSON, !posted.typed.fields.isEmpty else { throw gone }
            return try site.gone(
                try await newPage(posted.typed, photo, photo.refusal), "item", context)
        }
    }

    /// The form of an item with the input.
    private func page(
        _ key: UUID, _ posted: PostedForm, _ photo: UploadedPhoto, _ refusal: ValidationErrors
    ) async throws -> ItemFormPage {
        let staged = try photo.stage(inventory.household)
        let (item, names, ownFields) = try await inventory.household.container.read { records in
            let item = try inventory.item(key, in: records)
            return (
                try ItemValues(item), try inventory.names(in: records),
                try ItemFieldTexts(item, in: records)
            )
        }
        var itemForm = ItemForm(item, inventory, names, ownFields)
        itemForm.show(posted.typed, refusal, names, ownFields, staged: staged)
        itemForm.keepVersion(of: posted)
        return ItemFormPage(item, itemForm, inventory)
    }

    private func showConflict(
        _ saved: ItemValues, _ posted: PostedForm, _ photo: UploadedPhoto, _ context: SiteContext
    ) async throws -> Response {
        let staged = try photo.stage(inventory.household)
        let (names, ownFields) = try await inventory.household.container.read { records in
            let item = try inventory.item(saved.key, in: records)
            return (
                try inventory.names(in: records), try ItemFieldTexts(item, in: records)
            )
        }
        var itemForm = ItemForm(saved, inventory, names, ownFields)
        itemForm.show(
            posted.mine(over: saved.texts.merging(ownFields.texts) { $1 }), photo.refusal, names,
            ownFields, staged: staged)
        return try site.renderer.response(
            ItemConflictPage(saved, posted, itemForm, inventory, names, ownFields),
            status: .conflict, context: context)
    }

    // MARK: - Deleting

    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let readsSales = context.viewer.may(.readers(of: .sales))
        return try await site.pages.page(for: request, context) { records in
            try ItemDeletePage(
                inventory.item(key, in: records), inventory, namesBuyer: readsSales, in: records)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let item = try await inventory.delete(context.itemKey)
        return site.changed(
            item.json(inventory.links), at: .items, after: request, flash: .itemDeleted,
            token: String(item.recordNumber))
    }
}
