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

    private var items: Items { Items(inventory: inventory) }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addList(at: .items, by: .readers(of: .inventory), of: items)
        routes.get(
            .itemSelection, by: .editors(of: .inventory),
            as: RouteDescription(
                summary: "Choose several items", query: Items.list.parameters.described),
            use: ListActions(Items(inventory: inventory, isSelecting: true)).index)
        routes.get(
            .homeboxItems, by: .readers(of: .inventory), isPage: false,
            as: .list(Items.list.parameters, of: .any), use: indexHomebox)
        routes.get(
            .itemArchive, by: .readers(of: .inventory), isPage: false,
            as: .list(Items.list.parameters, of: .any), use: indexArchive)
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

    // MARK: - Tables

    private func indexHomebox(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try items.view(request)
        try list.check()
        return try await HomeboxTable(list, inventory).response()
    }

    /// The items of a view with photos and documents, as a zip file for the import.
    private func indexArchive(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try items.view(request)
        try list.check()
        let name = "items-\(CalendarDay.today())"
        let archive = ItemArchive(list, inventory)
        let download = try downloads.begin(
            as: name, of: inventory.household, context.logger, archive.write)
        return try await download.response(mediaType: "application/zip", fileName: name + ".zip")
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
            return LiveState(rows: [try items.liveRow(item)])
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
                try await inventory.add(ItemInput(PostedForm(form), photo: photo))
            }
            let next = form["next"] == "new" ? inventory.newItemPath(like: item) : nil
            return site.changed(
                try await json(item, for: request), status: .created, at: .item(item.key),
                then: next,
                after: request, flash: .itemAdded)
        } showing: { refusal in
            try await newPage(form, photo, refusal)
        }
    }

    /// A saved item as JSON with its related records, or without them if they cannot be read: an
    /// error would claim that nothing was saved.
    private func json(_ item: ItemValues, for request: Request) async throws -> JSONValue {
        let plain = try item.json(inventory.links)
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
        let itemForm = ItemForm(
            new: inventory, names, ownFields, typed: form, refusal, staged: staged)
        return ItemFormPage(itemForm, inventory)
    }

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemLists) {
            records in
            let state = try inventory.state(key, in: records)
            var page = ItemFormPage(state.item, ItemForm(state, inventory), inventory)
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
                    key, with: ItemInput(posted, photo: photo))
                return site.changed(
                    try await json(item, for: request), at: .item(item.key), after: request,
                    flash: .itemSaved, token: trashed.map { String($0) })
            } showing: { refusal in
                try await page(key, posted, photo, refusal)
            }
        } catch let stale as EditConflict<ItemState> {
            guard !request.wantsJSON else { throw stale.error }
            return try showConflict(stale.saved, posted, photo, context)
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
        let state = try await inventory.household.container.read { records in
            try inventory.state(key, in: records)
        }
        var form = ItemForm(state, inventory, typed: posted.typed, refusal, staged: staged)
        form.keepVersion(of: posted)
        return ItemFormPage(state.item, form, inventory)
    }

    private func showConflict(
        _ saved: ItemState, _ posted: PostedForm, _ photo: UploadedPhoto, _ context: SiteContext
    ) throws -> Response {
        let form = ItemForm(
            saved, inventory, typed: posted.mine(over: saved.texts), photo.refusal,
            staged: try photo.stage(inventory.household))
        return try site.renderer.response(
            ItemConflictPage(saved, posted, form, inventory), status: .conflict, context: context)
    }

    // MARK: - Deleting

    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let readsSales = context.viewer.may(.readers(of: .sales))
        return try await site.pages.page(for: request, context) { records in
            try items.deletePage(
                inventory.item(key, in: records), namesBuyer: readsSales, in: records)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let item = try await inventory.delete(context.itemKey)
        return site.changed(
            try item.json(inventory.links), at: .items, after: request, flash: .itemDeleted,
            token: String(item.recordNumber))
    }
}
