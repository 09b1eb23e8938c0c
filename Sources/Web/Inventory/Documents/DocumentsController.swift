import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Persistence

/// The documents of all items and of one, and each with its file.
struct DocumentsController: InventoryRoutes {
    let inventory: Inventory
    private let documents: Documents

    init(inventory: Inventory) {
        self.inventory = inventory
        documents = Documents(inventory: inventory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let documents = documents
        routes.addList(at: .documents, by: .readers(of: .inventory), of: documents)
        PageActions(documents).addRoutes(to: &routes)
        ResourceActions(documents).addEditRoutes(to: &routes)
        routes.post(
            documents.paths.delete("{id}"), by: .editors(of: .inventory),
            as: .deleting(documents), use: delete)
        routes.post(
            .restoreDocument("{id}"), by: .editors(of: .inventory),
            as: .form(gives: DocumentValues.schema), use: restore)
        routes.post(.eraseDocument("{id}"), by: .editors(of: .inventory).askingAgain, use: erase)
        routes.addMoves(of: documents)
        routes.get(
            .documentFile("{id}"), by: .readers(of: .inventory), isPage: false,
            as: .file("*/*"), use: file)
        routes.get(
            .documentThumbnail("{id}"), by: .readers(of: .inventory), isPage: false, use: thumbnail)
        routes.get(
            .itemDocuments("{key}"), by: .readers(of: .inventory),
            as: .list(DocumentValues.listOfItem.parameters, of: DocumentValues.schema), use: index,
            json: indexJSON, csv: indexCSV)
        routes.post(
            .itemDocuments("{key}"), by: .editors(of: .inventory),
            as: .form(
                .file("file", several: true),
                .choice("kind", DocumentKind.allCases.map(\.rawValue)), "name",
                gives: .records(DocumentValues.schema)
            ).adding, use: create)
    }

    // MARK: - The documents of an item

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.pages.page(for: request, context, dependingOn: EntityName.itemPages) {
            records in
            try page(of: inventory.item(key, in: records), request, in: records)
        }
    }

    private func page(
        of item: Item, _ request: Request, in context: ManagedObjectContext
    ) throws -> ItemDocumentsPage {
        try ItemDocumentsPage(
            item, inventory, notices: inventory.notices(for: request, in: context))
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.json(
            for: request, context, dependingOn: EntityName.itemPages, DocumentValues.listOfItem
        ) { records in
            try inventory.item(key, in: records).listedDocuments.map(DocumentValues.init)
        } _: {
            $0.json(inventory.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.csv(for: request, DocumentValues.listOfItem, fileName: "documents") {
            try inventory.item(key, in: $0).listedDocuments.map(DocumentValues.init)
        }
    }

    private func json(_ documents: [DocumentValues]) -> JSONValue {
        .object([("records", .array(documents.map { $0.json(inventory.links) }))])
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.answer(request, context, orRefuse: "The document was not added") {
            let form = try await site.form(of: request, fileField: DocumentUpload.field)
            let upload = try await DocumentUpload(form, inventory.household, context)
            let added = try await inventory.add(upload, to: key)
            return site.changed(
                json(added), status: .created, at: .itemDocuments(key),
                then: form["next"] == "item" ? .item(key) : nil, after: request,
                flash: added.count == 1 ? .documentAdded : .documentsAdded)
        } showing: { refusal in
            var page = try await inventory.household.container.read { records in
                try self.page(of: inventory.item(key, in: records), request, in: records)
            }
            page.form.show(refusal)
            return page
        }
    }

    // MARK: - One document

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let document = try await inventory.setTrashed(true, document: context.recordNumber)
        return site.changed(
            document.json(inventory.links), at: documents.list(afterMoving: document),
            after: request,
            flash: .documentDeleted, token: String(document.recordNumber))
    }

    private func restore(_ request: Request, _ context: SiteContext) async throws -> Response {
        let document = try await inventory.setTrashed(false, document: context.recordNumber)
        return site.changed(
            document.json(inventory.links), at: documents.list(afterMoving: document),
            after: request,
            flash: .documentRestored)
    }

    private func erase(_ request: Request, _ context: SiteContext) async throws -> Response {
        let document = try await inventory.erase(document: context.recordNumber)
        return site.changed(
            document.json(inventory.links), at: documents.list(afterMoving: document),
            after: request,
            flash: .documentErased)
    }

    // MARK: - Bytes

    private func file(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (document, found) = try await inventory.household.original {
            let values = try await self.document(context)
            return (values, values.key)
        }
        let file = try inventory.existing(
            found, of: "document", document.key,
            orAdvise: "Restore it from a backup, or delete the document.", context)
        let tag = EntityTag("document-\(document.key)")
        if tag.matches(request) { return tag.notModified }
        let isKnown = document.mediaType == "application/pdf" || document.mediaType.isPictureType
        return try await file.response(
            as: isKnown ? document.mediaType : "application/octet-stream",
            isKnown
                ? ContentDisposition.inline(fileName: document.name, extension: nil)
                : ContentDisposition.attachment(fileName: document.name), tag: tag,
            policy: Self.policy(of: document.mediaType), context)
    }

    /// Browsers show no PDF document in a sandbox; their viewers run no script of this site's.
    private static func policy(of mediaType: String) -> String {
        mediaType == "application/pdf"
            ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
            : "default-src 'none'; sandbox"
    }

    /// An address with the current version is cacheable forever; any other is revalidated.
    private func thumbnail(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let found = try await inventory.household.container.read { records in
            let document = try documents.existing(number, in: records)
            return (document.thumbnailVersion, document.thumbnail)
        }
        guard let version = found.0, let png = found.1 else {
            throw SiteError.notFound("This document has no thumbnail")
        }
        return .thumbnail(png, version: version, to: request)
    }

    private func document(_ context: SiteContext) async throws -> DocumentValues {
        let number = try context.recordNumber
        return try await inventory.household.container.read { records in
            DocumentValues(try documents.existing(number, in: records))
        }
    }
}

extension String {
    /// Whether a media type is a picture that browsers show, except for drawings, which may contain
    /// scripts.
    fileprivate var isPictureType: Bool { hasPrefix("image/") && self != "image/svg+xml" }
}

extension Inventory {
    /// Adds all documents to an item, or none.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    func add(_ upload: DocumentUpload, to key: UUID) async throws -> [DocumentValues] {
        try await site.change { context in
            let item = try item(key, in: context)
            guard item.listedDocuments.count + upload.documents.count <= Item.mostDocuments else {
                throw DocumentUpload.refusal(
                    "an item has at most \(Item.mostDocuments) documents")
            }
            var added: [Document] = []
            var originals: [(key: UUID, file: String)] = []
            for (file, new) in upload.documents {
                let (document, key) = item.add(new, at: household.now(), in: context)
                added.append(document)
                originals.append((key, file.path))
            }
            let checksums = upload.documents.map { ($0.file.path, $0.document.checksum) }
            try household.save(
                context, adding: originals,
                checksums: Dictionary(uniqueKeysWithValues: checksums))
            return added.map(DocumentValues.init)
        }
    }

    /// Moves a document to the trash, or restores it.
    ///
    /// - Throws: a 404, and a 409 if the item has no room for it.
    func setTrashed(_ isTrashed: Bool, document number: Int64) async throws -> DocumentValues {
        try await site.change { context in
            guard let document = try context.existingObject(Document.self, recordNumber: number),
                document.item?.isTrashed == false, (document.trashedDate == nil) == isTrashed
            else { throw SiteError.notFound("There is no such document") }
            let count = document.item?.listedDocuments.count ?? 0
            guard isTrashed || count < Item.mostDocuments else {
                throw SiteError.noRoom("An item has at most \(Item.mostDocuments) documents")
            }
            document.trashedDate = isTrashed ? household.now() : nil
            try household.save(context)
            return DocumentValues(document)
        }
    }

    /// Deletes a document in the trash permanently.
    ///
    /// - Throws: a 404.
    func erase(document number: Int64) async throws -> DocumentValues {
        try await site.change { context in
            guard let document = try context.existingObject(Document.self, recordNumber: number),
                document.item?.isTrashed == false, document.trashedDate != nil
            else { throw SiteError.notFound("There is no such document in the trash") }
            let values = DocumentValues(document)
            context.delete(document)
            try household.save(context)
            return values
        }
    }
}
