import Domain
import Foundation
import Hummingbird
import Persistence

/// Copies an item: a form for new items with its values, and undo.
struct ItemCopiesController: InventoryRoutes {
    let inventory: Inventory

    /// The field for whether copies get the photos of the item.
    static let photos = FieldDescription(
        "photos", "Photos",
        .choice([
            FieldChoice(value: "no", label: "Without photos"),
            FieldChoice(value: "yes", label: "With the same photos"),
        ]))

    /// The list sorted so that the copies come first.
    private static let newest = SitePath.items.query([("sort", "-dateCreated")])

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.copyItem("{key}"), by: .editors(of: .inventory), use: new)
        routes.post(
            .copyItem("{key}"), by: .editors(of: .inventory),
            as: .form(
                of: inventory.items.formFields + [.count, .flag("photos")],
                gives: .records(ItemValues.schema)
            ).adding, use: create)
        routes.post(
            .undoItemCopies("{token}"), by: .editors(of: .inventory), as: .document(.removed),
            use: undo)
    }

    /// Not cached, because each form has its own token.
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(try await page(context.itemKey), context: context)
    }

    private func page(
        _ key: UUID, _ posted: PostedForm? = nil, _ refusal: ValidationErrors? = nil
    ) async throws -> RecordFormPage {
        try await inventory.household.container.read { records in
            var page = try inventory.items.copyPage(.key(key), posted, refusal, in: records)
            page.form.fields.append(
                RecordFormField(
                    Self.photos, value: posted?.text(Self.photos.name) ?? "no", shown: nil,
                    options: Self.photos.choices, refusal))
            return page
        }
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let form = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "Nothing was copied") {
            let (items, token) = try await site.idempotently(form, at: "itemName") {
                try await site.change { records in
                    let (items, token) = try inventory.addCopies(of: key, form, in: records)
                    let saved = try items.map { item in
                        let values = try ItemValues(item)
                        return (
                            key: values.key,
                            document: try values.json(inventory.links, ItemExtras(item))
                        )
                    }
                    return (saved, token)
                }
            }
            return site.changed(
                .object([("records", .array(items.map(\.document)))]), status: .created,
                at: items.count == 1 ? .item(items[0].key) : Self.newest, after: request,
                flash: .recordsCopied, token: token)
        } showing: { refusal in
            try await page(key, PostedForm(form), refusal)
        }
    }

    /// Moves the copies that were not changed since to the trash.
    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let count = try await site.undo(site.copies, context, orElse: .copiedForGood) {
            copies, records -> Int? in
            let items = try copies.unchanged(as: Item.self, in: records).filter { !$0.isTrashed }
            guard !items.isEmpty else { return nil }
            for item in items { item.trashedDate = site.household.now() }
            try site.household.save(records)
            return items.count
        }
        return site.changed(
            .object([("removed", .int(count))]), at: .items, after: request,
            flash: .itemCopiesRemoved)
    }
}

extension Inventory {
    /// The maximum number of photos that are copied at once.
    private static let mostPhotos = 200

    /// Adds copies of an item from the posted fields. A missing field has the initial text of the
    /// form.
    ///
    /// - Returns: the copies, and the token for undo.
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func addCopies(
        of key: UUID, _ posted: FormData, in context: ManagedObjectContext
    ) throws -> ([Item], token: String) {
        let item = try item(key, in: context)
        var decoder = FormDecoder(posted)
        let count = decoder.copyCount()
        let first = try items.form(posted, ofCopiesOf: item, count: count, in: context)
        let hasPhotos = takesPhotos(of: item, count, &decoder)
        var faults = FaultList()
        var copies: [Item] = []
        var originals: [(from: UUID, to: UUID)] = []
        for index in 0..<count {
            var form = first.ofCopy(at: index, Item.description.copying)
            // The first copy creates a new location, and the others use it.
            if index > 0 { form.remove { $0 == "location" } }
            let copy = try Item.append(in: context)
            do {
                try items.take(PostedForm(form), to: copy, in: context)
            } catch let refusal as ValidationErrors {
                faults.add(refusal.faults)
            }
            // After those of the item, which name its fields.
            faults.add(decoder.faults)
            try faults.check()
            if let first = copies.first { copy.location = first.location }
            if hasPhotos {
                originals += household.copyPhotos(of: item, to: copy, in: context)
            }
            copies.append(copy)
        }
        let token = try site.copies.keep(in: context) { [copies] in CopiedRecords(copies) }
        try household.save(context, copying: originals)
        return (copies, token)
    }

    /// Whether the photos of the item are copied; too many photos are a fault.
    private func takesPhotos(
        of item: Item, _ count: Int, _ decoder: inout FormDecoder
    ) -> Bool {
        let field = ItemCopiesController.photos
        guard decoder.flag(field.name, label: field.label) == true else { return false }
        let photoCount = count * household.copiedPhotos(of: item).count
        if photoCount > Self.mostPhotos {
            decoder.fail(
                field.name, field.label,
                "these are \(photoCount, grouped: true) photos; at most \(Self.mostPhotos) are copied "
                    + "at once")
        }
        return true
    }
}
