import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Imaging
import Logging
import NIOPosix
import Persistence

extension Documents {
    /// What the documents of an item share with its photos.
    private var evidence: EvidenceActions<Document, DocumentValues> {
        EvidenceActions(
            inventory: inventory, list: DocumentValues.listOfItem, fileName: "documents",
            deleted: .documentDeleted, restored: .documentRestored, erased: .documentErased,
            existing: existing, values: { $0.listedDocuments.map(DocumentValues.init) }, json: json,
            page: { EvidencePage(documentsOf: $0, inventory, notices: $1) }
        ) { document, item in (try json(DocumentValues(document)), .itemDocuments(item.key)) }
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let (readers, editors) = (Access.readers(of: .inventory), Access.editors(of: .inventory))
        let evidence = evidence
        routes.addList(at: .documents, by: readers, of: self)
        PageActions(self).addRoutes(to: &routes)
        ResourceActions(self).addEditRoutes(to: &routes)
        routes.post(
            paths.delete("{id}"), by: editors, as: .deleting(self),
            use: evidence.delete)
        routes.post(
            .restoreDocument("{id}"), by: editors, as: .form(gives: schema),
            use: evidence.restore)
        routes.post(.eraseDocument("{id}"), by: editors.askingAgain, use: evidence.erase)
        routes.addMoves(of: self)
        routes.get(
            .documentFile("{id}"), by: readers, isPage: false, as: .file("*/*"), use: file)
        routes.get(
            .documentThumbnail("{id}"), by: readers, isPage: false, use: evidence.thumbnail)
        evidence.addRoutes(
            at: .itemDocuments("{key}"), to: &routes,
            as: .form(
                .file("file", several: true),
                .choice("kind", DocumentKind.allCases.map(\.rawValue)), "name",
                gives: .records(schema)
            ).adding, of: schema, create: create)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        return try await site.answer(request, context, orRefuse: "The document was not added") {
            let form = try await site.form(of: request, fileField: DocumentUpload.field)
            let upload = try await DocumentUpload(form, inventory.household, context)
            let added = try await site.change { records in
                let item = try inventory.item(key, in: records)
                guard item.listedDocuments.count + upload.documents.count <= Item.mostDocuments
                else {
                    throw DocumentUpload.refusal(
                        "an item has at most \(Item.mostDocuments) documents")
                }
                let added = upload.documents.map { file, new in
                    (item.add(new, at: site.household.now(), in: records), file.path)
                }
                let checksums = upload.documents.map { ($0.file.path, $0.document.checksum) }
                try site.household.save(
                    records, adding: added.map { (key: $0.0.key, file: $0.1) },
                    checksums: Dictionary(uniqueKeysWithValues: checksums))
                return added.map { DocumentValues($0.0.document) }
            }
            return site.changed(
                try evidence.document(added), status: .created, at: .itemDocuments(key),
                then: form["next"] == "item" ? .item(key) : nil, after: request,
                flash: added.count == 1 ? .documentAdded : .documentsAdded)
        } showing: {
            try await evidence.page(of: key, $0)
        }
    }

    // MARK: - Bytes

    private func file(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (document, found) = try await inventory.household.original {
            let number = try context.recordNumber
            let document = try await site.household.container.read { records in
                DocumentValues(try existing(number, in: records))
            }
            return (document, document.key)
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
}

extension String {
    /// Whether a media type is a picture that browsers show, except for drawings, which may contain
    /// scripts.
    fileprivate var isPictureType: Bool { hasPrefix("image/") && self != "image/svg+xml" }
}

/// Documents uploaded to an item.
struct DocumentUpload: Sendable {
    /// The name of the file field.
    static let field = "file"
    /// The maximum number of files in one form.
    static let mostFiles = 20

    /// The documents, each with its file.
    private(set) var documents: [(file: UploadedFile, document: NewDocument)] = []

    /// Reads the files of a form and checks their content.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, there are too many, or one is not accepted.
    init(_ form: FormData, _ household: Household, _ context: SiteContext) async throws {
        let files = try form.files(
            Self.field, label: "File", atMost: Self.mostFiles,
            hint: "send it as a file (curl: -F file=@receipt.pdf)")
        var decoder = FormDecoder(form)
        let kind: FieldUpdate<DocumentKind> = decoder.choice("kind", label: "Kind")
        let name = decoder.line("name", label: "Name", limit: 200).value
        guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
        for file in files {
            documents.append(
                (
                    file,
                    try await Self.document(
                        file, named: files.count == 1 ? name : nil, kind.value, household, context)
                ))
        }
    }

    private static func document(
        _ file: UploadedFile, named name: String?, _ kind: DocumentKind?, _ household: Household,
        _ context: SiteContext
    ) async throws -> NewDocument {
        let judged: DocumentFile
        do {
            judged = try await context.timing.measure(.image) {
                try await household.imageProcessor.document(ofFileAt: file.path)
            }
        } catch let error as ImagingError {
            throw try ValidationErrors(ofDocument: error, named: file.fileName, field: field)
        }
        let checksum = try await NIOThreadPool.singleton.runIfActive {
            try FileChecksum(ofFileAt: file.path)
        }
        try await file.waitUntilWritten()
        return NewDocument(
            name: name
                ?? (file.fileName.isEmpty ? judged.kind.name : String(file.fileName.prefix(200))),
            kind: kind ?? DocumentKind(fileName: file.fileName), mediaType: judged.kind.mimeType,
            byteCount: file.byteCount, checksum: checksum, thumbnail: judged.thumbnail)
    }

    static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors(field, "File", message)
    }
}

extension ValidationErrors {
    /// The rejection of a file as a document.
    ///
    /// - Throws: the error itself if the file is not the cause.
    init(ofDocument error: ImagingError, named name: String, field: String) throws {
        try self.init(ofPicture: error, field: field, label: "“\(name.prefix(100))”")
        let message: String
        switch error {
        case .unsupported(let kind) where !kind.isPicture:
            message = "this is \(kind.phrase); PDF documents and pictures are kept"
        case .tooManyBytes(let limit, let size):
            message =
                "it is \(ByteCount.text(size)); at most \(ByteCount.text(limit)) are accepted"
        default: return
        }
        faults = faults.map { FieldError(field: $0.field, label: $0.label, message: message) }
    }
}
