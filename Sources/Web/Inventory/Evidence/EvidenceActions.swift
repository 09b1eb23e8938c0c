import Domain
import Foundation
import Hummingbird
import Persistence

/// The actions that the photos and the documents of items share.
struct EvidenceActions<Record: EvidenceRecord, Values: Sendable>: InventoryPart {
    /// What is answered after a change, and the page that follows.
    typealias Answer = @Sendable (Record, Item) throws -> (document: JSONValue, next: SitePath)

    let inventory: Inventory
    let list: MemoryList<Values>
    let fileName: String
    let deleted: FlashMessage
    let restored: FlashMessage
    let erased: FlashMessage
    /// Puts a record before the others of its item; nil if a restored one is always the last.
    var putFirst: (@Sendable (Record, Item) -> Void)?
    /// Finds a record that is not in the trash.
    let existing: @Sendable (Int64, ManagedObjectContext) throws -> Record
    let values: @Sendable (Item) -> [Values]
    let json: @Sendable (Values) throws -> JSONValue
    let page: @Sendable (Item, [Notice]) throws -> EvidencePage
    let answer: Answer

    /// Adds the routes of the list, and of its forms.
    ///
    /// - Parameter form: the form that adds records.
    func addRoutes(
        at path: SitePath, to routes: inout SiteRoutes,
        as form: @autoclosure @escaping @Sendable () -> RouteDescription, of schema: JSONSchema,
        create: @escaping SiteRoutes.Handler
    ) {
        let list = list
        routes.get(
            path, by: .readers(of: .inventory), as: .list(list.parameters, of: schema), use: index,
            json: indexJSON, csv: indexCSV)
        routes.post(path, by: .editors(of: .inventory), as: form(), use: create)
    }

    // MARK: - The list of an item

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemPages) {
            try page(inventory.item(key, in: $0), inventory.notices(for: request, in: $0))
        }
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.json(
            for: request, context, dependingOn: EntityName.itemPages, list,
            { values(try inventory.item(key, in: $0)) }, json)
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.csv(for: request, list, fileName: fileName) {
            values(try inventory.item(key, in: $0))
        }
    }

    /// The page with the faults of the form.
    func page(of key: UUID, _ refusal: ValidationErrors) async throws -> EvidencePage {
        var refused = try await site.household.container.read {
            try page(inventory.item(key, in: $0), [])
        }
        refused.form.show(refusal)
        return refused
    }

    /// Records as they are answered after some were added or moved.
    func document(_ records: [Values]) throws -> JSONValue {
        .object([("records", .array(try records.map(json)))])
    }

    // MARK: - The trash

    /// Moves a record to the trash.
    func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let now = site.household.now()
        return try await change(request, context, isInTrash: false, flash: deleted) { record, _ in
            record.trashedDate = now
        }
    }

    /// Restores a record from the trash. A photo can replace the main one, which moves there.
    func restore(_ request: Request, _ context: SiteContext) async throws -> Response {
        var decoder = FormDecoder(try await site.form(of: request))
        let isInstead =
            putFirst != nil
            && decoder.flag("instead", label: "Instead of the main photo") ?? false
        guard decoder.faults.isEmpty else {
            throw SiteError.unprocessable(
                "The \(Record.noun) was not restored", faults: decoder.faults)
        }
        let now = site.household.now()
        return try await change(request, context, isInTrash: true, flash: restored) {
            record, item in
            if isInstead { Record.listed(of: item).first?.trashedDate = now }
            guard Record.listed(of: item).count < Record.most else {
                throw SiteError.noRoom("An item has at most \(Record.most) \(Record.noun)s")
            }
            record.trashedDate = nil
            if isInstead { putFirst?(record, item) }
        }
    }

    /// Deletes a record in the trash permanently.
    func erase(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(
            request, context, isInTrash: true, place: " in the trash", flash: erased
        ) { record, _ in record.managedObjectContext?.delete(record) }
    }

    private func change(
        _ request: Request, _ context: SiteContext, isInTrash: Bool, place: String = "",
        flash: FlashMessage, _ body: @escaping @Sendable (Record, Item) throws -> Void
    ) async throws -> Response {
        let number = try context.recordNumber
        let (document, next) = try await site.change { records in
            guard let record = try records.existingObject(Record.self, recordNumber: number),
                let item = record.item, !item.isTrashed, (record.trashedDate != nil) == isInTrash
            else { throw SiteError.notFound("There is no such \(Record.noun)\(place)") }
            let former = try answer(record, item)
            try body(record, item)
            let isErased = record.isDeleted
            try site.household.save(records)
            return isErased ? former : try answer(record, item)
        }
        return site.changed(
            document, at: next, after: request, flash: flash,
            token: isInTrash ? nil : String(number))
    }

    // MARK: - One record

    func thumbnail(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await inventory.thumbnail(
            request, orSay: "This \(Record.noun) has no thumbnail"
        ) { try existing(number, $0) }
    }
}

extension Inventory {
    /// A photo or document by its number, unless it or its item is in the trash.
    ///
    /// - Throws: a 404.
    func existing<Record: EvidenceRecord>(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> Record {
        guard let record = try context.existingObject(Record.self, recordNumber: number) else {
            throw SiteError.notFound("There is no such \(Record.noun)")
        }
        guard !record.isTrashed else { throw SiteError.inTrash(Record.noun) }
        return record
    }

    /// An address with the current version is cacheable forever; any other is revalidated. The bytes
    /// are not read if the client has them.
    func thumbnail(
        _ request: Request, orSay none: String,
        of find: @escaping @Sendable (ManagedObjectContext) throws -> (any PicturedRecord)?
    ) async throws -> Response {
        let known = request.headers[.ifNoneMatch]
        let found = try await household.container.read { records -> (version: String, png: Data)? in
            guard let record = try find(records), let version = record.thumbnailVersion else {
                return nil
            }
            let isKnown = known == EntityTag(version).text
            return (isKnown ? Data() : record.thumbnail).map { (version, $0) }
        }
        guard let found else { throw SiteError.notFound(none) }
        return .thumbnail(
            found.png, EntityTag(found.version), version: found.version, to: request)
    }
}
