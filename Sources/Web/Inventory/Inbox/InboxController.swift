import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import NIOCore
import Persistence

/// The inbox: photos that are uploaded together and become items as they are named.
struct InboxController: InventoryRoutes {
    let inventory: Inventory

    private var links: SiteLinks { inventory.links }

    func addRoutes(to routes: inout SiteRoutes) {
        let (readers, editors) = (Access.readers(of: .inventory), Access.editors(of: .inventory))
        let choice = RouteDescription.form(of: InboxChoice.parameters)
        routes.get(
            .inbox, by: readers,
            as: RouteDescription(
                query: InboxChoice.parameters + [
                    RouteParameter("next", "The draft whose field has the focus", .integer)
                ]), use: index)
        let list = InboxDraft.list
        routes.addList(
            list, at: .inbox, by: readers,
            as: .list(list.parameters, of: InboxDraft.schema)
                .called("List the drafts of the inbox"), of: site, dependingOn: [.inboxPhoto],
            fileName: "inbox", json: { [links] in $0.json(links) }
        ) { _ in InboxDraft.all }
        routes.post(
            .inbox, by: editors,
            as: .form(of: [.file("photo", several: true)] + InboxChoice.parameters).adding
                .called("Add photos to the inbox"), use: create)
        routes.post(
            .inboxDraft("{id}"), by: editors,
            as: .form(
                of: ["itemName", "valueInDollars"] + InboxChoice.parameters,
                gives: ItemValues.schema
            ).adding.called("Make an item of a draft"), use: name)
        routes.post(
            .mergeInboxDraft("{id}"), by: editors,
            as: .form(of: ["into"] + InboxChoice.parameters), use: merge)
        routes.post(.splitInboxDraft("{id}"), by: editors, as: choice, use: split)
        routes.post(.deleteInboxDraft("{id}"), by: editors, as: choice, use: delete)
        routes.post(inventory.inbox.path("{token}"), by: editors, use: undo)
        routes.get(.inboxThumbnail("{id}"), by: readers, isPage: false, use: showThumbnail)
        routes.get(.inboxImage("{id}"), by: readers, isPage: false, use: showImage)
    }

    // MARK: - Reading

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let choice = try InboxChoice(request)
        return try await site.pages.page(
            for: request, context, dependingOn: [.inboxPhoto, .location, .assetType, .tag]
        ) { records in
            try page(choice, inventory.inboxNotices(for: request, in: records), in: records)
        }
    }

    private func page(
        _ choice: InboxChoice, _ notices: [Notice] = [], in records: ManagedObjectContext
    ) throws -> InboxPage {
        InboxPage(
            try InboxDraft.all(in: records), try inventory.names(in: records), choice, inventory,
            notices: notices)
    }

    /// All drafts, as they are answered after a change.
    private func drafts(
        in records: ManagedObjectContext
    ) throws -> (name: String, value: JSONValue) {
        ("records", .array(try InboxDraft.all(in: records).map { $0.json(links) }))
    }

    private func showThumbnail(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        let png = try await site.household.container.read { records in
            try photo(number, in: records).thumbnail ?? Data()
        }
        // A photo of the inbox never changes, and its number is never reused.
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/png", .cacheControl: "private, max-age=86400, immutable",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    private func showImage(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await inventory.photoFile(
            request, context, orAdvise: SiteError.notFoundDetail
        ) { records in
            let photo = try photo(number, in: records)
            let name = photo.fileName ?? ""
            return (photo.key, name.isEmpty ? "photo" : name)
        }
    }

    private func photo(_ number: Int64, in records: ManagedObjectContext) throws -> InboxPhoto {
        try records.existing(InboxPhoto.self, number, "draft")
    }

    // MARK: - Uploading

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (files, arrivals) = AsyncStream.makeStream(of: UploadedFile.self)
        let processor = site.household.imageProcessor
        let opening = Task { try await InboxUpload.open(files, processor) }
        // A rejected form must not leave work running.
        defer { opening.cancel() }
        let form = try await site.form(
            of: request, fileField: InboxUpload.field, mostBytes: InboxUpload.mostBytes
        ) { arrivals.yield($0) }
        arrivals.finish()
        return try await site.answer(request, context, orRefuse: "No photo was added") {
            let upload = try await context.timing.measure(.image) {
                try await InboxUpload(form, opening)
            }
            var (members, token) = try await site.change { records in
                let now = site.household.now()
                let added = try upload.photos.map { photo in
                    try InboxPhoto.append(
                        photo.thumbnail, captureDate: photo.captureDate,
                        fileName: photo.file.fileName, at: now, in: records)
                }
                let token =
                    try upload.refused.texts.isEmpty
                    ? nil : inventory.refusedPhotos.keep(in: records) { upload.refused }
                try site.household.save(
                    records,
                    adding: zip(added, upload.photos).map { ($0.key, $1.file.path, $1.checksum) })
                let drafts = added.map { InboxDraft(photos: [$0.photo]).json(links) }
                return ([(name: "records", value: JSONValue.array(drafts))], token)
            }
            if token != nil { members.append(("warnings", upload.refused.warnings)) }
            return site.changed(
                .object(members), status: .created, at: .inbox, then: InboxChoice(form).path,
                after: request, flash: .inboxPhotosAdded, token: token)
        } showing: { refusal in
            try await page(refusal, InboxChoice(form), typed: "", nil)
        }
    }

    // MARK: - Naming

    private func name(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        var choice = InboxChoice(form)
        return try await site.answer(request, context, orRefuse: "The item was not added") {
            let (document, key, location, token, next) = try await site.change { records in
                let lead = try photo(number, in: records)
                let next = try Self.draft(after: lead, in: records)
                let (item, token) = try name(lead, form, in: records)
                let document = try inventory.items.json(ItemValues(item))
                return (document, item.key, item.location?.savedNumber, token, next)
            }
            choice.next = next
            // The next items go to the location that was just created.
            if choice.location == ChosenLocation.newValue, let location {
                choice.location = String(location)
            }
            return site.changed(
                document, status: .created, at: .item(key), then: choice.path,
                after: request, flash: .itemAdded, token: token)
        } showing: { refusal in
            try await page(refusal, choice, typed: form["itemName"] ?? "", number)
        }
    }

    private func name(
        _ lead: InboxPhoto, _ form: FormData, in records: ManagedObjectContext
    ) throws -> (Item, token: String) {
        let photos = try lead.photosOfDraft(in: records).compactMap(InboxPhotoCopy.init)
        let (item, originals) = try lead.makeItem(at: site.household.now(), in: records)
        try inventory.items.take(PostedForm(form), to: item, in: records)
        let moved = originals.map { InboxChange.MovedOriginal(from: $0.from, to: $0.to) }
        let token = try inventory.inbox.log.keep(in: records) {
            InboxChange(
                // The version of a new record.
                kind: .named(
                    item: item.savedNumber, version: 1, photos: photos, originals: moved),
                text: "“\(item.name)” was added.")
        }
        try site.household.save(records, copying: originals)
        return (item, token)
    }

    /// The draft after the given one, or before it if it is the last.
    private static func draft(
        after lead: InboxPhoto, in records: ManagedObjectContext
    ) throws -> Int64? {
        let drafts = try InboxPhoto.all(in: records)
        guard let index = drafts.firstIndex(where: { $0.contains { $0 === lead } }) else {
            return nil
        }
        let next = index + 1 < drafts.count ? index + 1 : 0
        return next == index ? nil : drafts[next].first?.objectID.recordNumber
    }

    private func page(
        _ refusal: ValidationErrors, _ choice: InboxChoice, typed: String, _ number: Int64?
    ) async throws -> InboxPage {
        var shown = try await site.household.container.read { records in
            try page(choice, in: records)
        }
        shown.refuse(refusal, typed, draft: number)
        return shown
    }

    // MARK: - Merging, splitting, deleting

    /// Appends the photos of a draft to another (`into`), because they show one thing.
    private func merge(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, flash: inventory.inbox.done) { find, form, records in
            func refusal(_ message: String) -> SiteError {
                .unprocessable("The drafts were not put together", "into", "Into", message)
            }
            guard let into = form["into"].flatMap({ Int64($0) }) else {
                throw refusal("choose the draft it belongs to")
            }
            let photo = try find()
            let lead = try self.photo(into, in: records)
            guard lead.draft != photo.draft else { throw refusal("it is the same draft") }
            let photos = try lead.photosOfDraft(in: records) + photo.photosOfDraft(in: records)
            guard photos.count <= Item.mostPhotos else {
                throw refusal("an item has at most \(Item.mostPhotos) photos")
            }
            let change = try InboxChange.arranging(photos, "The photos are of one thing now.") {
                try lead.take(photo, in: records)
            }
            return (try lead.photosOfDraft(in: records).first?.objectID.recordNumber, change)
        }
    }

    private func split(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, flash: inventory.inbox.done) { find, _, records in
            let photo = try find()
            let photos = try photo.photosOfDraft(in: records)
            let change = InboxChange.arranging(photos, "Each photo is now a separate draft.") {
                for photo in photos { photo.draftKey = nil }
            }
            return (photo.objectID.recordNumber, change)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, flash: .inboxDraftDeleted) { find, _, records in
            let photo = try find()
            let next = try Self.draft(after: photo, in: records)
            let change = try InboxChange.deleting(
                photo.photosOfDraft(in: records), of: site.household, in: records)
            return (next, change)
        }
    }

    /// Undoes the change that a notice offers to undo.
    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        var choice = InboxChoice(try await site.form(of: request))
        let (next, drafts) = try await site.undo(inventory.inbox, context) {
            change, records -> (Int64?, JSONValue)? in
            let next = try change.undo(in: site.household, records)
            return (next, .object([try self.drafts(in: records)]))
        }
        choice.next = next
        return site.changed(
            drafts, at: .inbox, then: choice.path, after: request, flash: inventory.inbox.undone)
    }

    private func change(
        _ request: Request, _ context: SiteContext, flash: FlashMessage,
        _ body:
            @escaping @Sendable (
                _ find: () throws -> InboxPhoto, FormData, ManagedObjectContext
            ) throws -> (next: Int64?, change: InboxChange)
    ) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        var choice = InboxChoice(form)
        let (next, token, drafts) = try await site.change { records in
            let (next, change) = try body({ try photo(number, in: records) }, form, records)
            let token = try inventory.inbox.log.keep(in: records) { change }
            try site.household.save(records)
            return (next, token, try self.drafts(in: records))
        }
        choice.next = next
        let undo = JSONValue.string(links(inventory.inbox.path(token)))
        return site.changed(
            .object([drafts, ("undo", undo)]), at: .inbox, then: choice.path, after: request,
            flash: flash, token: token)
    }
}
