import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Imaging
import Logging
import Persistence

/// The actions that the photos and the documents of items share.
struct EvidenceActions<Record: EvidenceRecord>: InventoryPart {
    let inventory: Inventory
    let list: MemoryList<Record>
    /// The list of an item, by its key.
    let path: @Sendable (UUID) -> SitePath
    /// The label of the field for files, and the title of the error if they were not added.
    let label: String
    let refusal: String
    /// Whether all records of the item are answered when some were added, and not only these.
    var answersAll = false
    /// The message after some were added, by their number.
    let added: @Sendable (Int) -> FlashMessage
    let deleted: FlashMessage
    let restored: FlashMessage
    let erased: FlashMessage
    /// Puts a record before the others of its item; nil if a restored one is always the last.
    var putFirst: (@Sendable (Record, Item) -> Void)?
    /// Finds a record that is not in the trash.
    let existing: @Sendable (Int64, ManagedObjectContext) throws -> Record
    /// Reads the files of a form.
    let read: @Sendable (FormData, SiteContext) async throws -> [EvidenceUpload<Record>]
    let json: @Sendable (Record) throws -> JSONValue
    let page: @Sendable (Item, [Notice]) -> EvidencePage
    /// What is answered after a change.
    let answer: @Sendable (Record, Item) throws -> JSONValue

    /// Adds the routes of the list, and of the form that adds records.
    func addRoutes(
        at path: SitePath, to routes: inout SiteRoutes,
        as form: @autoclosure @escaping @Sendable () -> RouteDescription, of schema: JSONSchema
    ) {
        let (list, inventory) = (list, inventory)
        routes.addList(
            list, at: path, by: .readers(of: .inventory),
            as: .list(list.parameters, of: schema), of: site,
            dependingOn: EntityName.itemPages, fileName: "\(Record.noun)s", use: index, json: json
        ) { context in
            let key = try context.itemKey
            return { Record.listed(of: try inventory.item(key, in: $0)) }
        }
        routes.post(path, by: .editors(of: .inventory), as: form(), use: create)
    }

    // MARK: - The list of an item

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemPages) {
            try page(inventory.item(key, in: $0), inventory.notices(for: request, in: $0))
        }
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.answer(request, context, orRefuse: refusal) {
            let form = try await site.form(of: request, fileField: EvidenceUpload<Record>.field)
            let (document, count) = try await form.allOrNone(EvidenceUpload<Record>.field) {
                let files = try await read(form, context)
                return (try await add(files, to: key), files.count)
            }
            return site.changed(
                document, status: .created, at: path(key),
                then: form["next"] == "item" ? .item(key) : nil, after: request,
                flash: added(count))
        } showing: { refusal in
            var refused = try await site.household.container.read {
                try page(inventory.item(key, in: $0), [])
            }
            refused.form.show(refusal)
            return refused
        }
    }

    /// Adds files to an item.
    private func add(
        _ files: [EvidenceUpload<Record>], to key: UUID
    ) async throws -> JSONValue {
        try await site.change { records in
            let item = try inventory.item(key, in: records)
            guard Record.listed(of: item).count + files.count <= Record.most else {
                throw ValidationErrors(
                    EvidenceUpload<Record>.field, label,
                    "an item has at most \(Record.most) \(Record.noun)s")
            }
            let added = files.map { $0.add(item, site.household.now(), records) }
            try site.household.save(
                records, adding: zip(added, files).map { ($0.key, $1.file.path, $1.checksum) })
            return try document(answersAll ? Record.listed(of: item) : added.map(\.record))
        }
    }

    /// Records as they are answered after some were added or moved.
    func document(_ records: [Record]) throws -> JSONValue {
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
        let (document, key) = try await site.change { records in
            guard let record = try records.existingObject(Record.self, recordNumber: number),
                let item = record.item, !item.isTrashed, (record.trashedDate != nil) == isInTrash
            else { throw SiteError.notFound("There is no such \(Record.noun)\(place)") }
            let former = try answer(record, item)
            try body(record, item)
            let isErased = record.isDeleted
            try site.household.save(records)
            return (isErased ? former : try answer(record, item), item.key)
        }
        return site.changed(
            document, at: path(key), after: request, flash: flash,
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

/// A file of a form that becomes a photo or a document of an item.
struct EvidenceUpload<Record>: Sendable {
    /// The name of the file field.
    static var field: String { "file" }

    let file: UploadedFile
    let checksum: FileChecksum
    /// Adds the record to an item at a time; the key is that of its original.
    let add: @Sendable (Item, Date, ManagedObjectContext) -> (record: Record, key: UUID)
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

    /// The original of a record, and what else is read of it.
    ///
    /// - Parameters:
    ///   - advice: what to do if the file is missing.
    ///   - find: finds the record, and returns its key.
    /// - Throws: errors of the closure; a 404 if the file is missing although there is a record: another
    ///   program removed it, and the log names it.
    func original<Value: Sendable>(
        of noun: String, orAdvise advice: String, _ context: SiteContext,
        _ find: @escaping @Sendable (ManagedObjectContext) throws -> (key: UUID?, value: Value)
    ) async throws -> (file: PhotoFile, tag: EntityTag, value: Value) {
        // A record of another program may have no key. Nothing is stored under a new one.
        let missing = UUID()
        let (found, file) = try await household.original {
            let found = try await household.container.read(find)
            return (found, found.key ?? missing)
        }
        let key = found.key ?? missing
        guard let file else {
            context.logger.warning("The file of a \(noun) is missing", metadata: [noun: "\(key)"])
            throw SiteError(
                status: .notFound, title: "The file of this \(noun) is missing", detail: advice)
        }
        return (file, EntityTag("\(noun)-\(key)"), found.value)
    }

    /// The response with the original of a photo.
    ///
    /// - Parameters:
    ///   - advice: what to do if it is missing.
    ///   - find: finds the photo, and returns the name of its file, without extension, and its key.
    /// - Throws: errors of the closure, and a 404.
    func photoFile(
        _ request: Request, _ context: SiteContext,
        orAdvise advice: String = """
        Only its thumbnail is left. Restore the file from a backup, or give the item another photo.
        """,
        _ find: @escaping @Sendable (ManagedObjectContext) throws -> (key: UUID?, value: String)
    ) async throws -> Response {
        let (file, tag, name) = try await original(
            of: "photo", orAdvise: advice, context, find)
        if tag.matches(request) { return tag.notModified }
        let kind = try await file.kind()
        return try await file.response(
            as: kind.mimeType,
            ContentDisposition.inline(
                fileName: name, extension: kind.pictureFormat?.fileExtension), tag: tag,
            context)
    }
}
