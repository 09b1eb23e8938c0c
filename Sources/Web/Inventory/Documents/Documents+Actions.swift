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
    private var evidence: EvidenceActions<Document> {
        EvidenceActions(
            inventory: inventory, list: Document.listOfItem, path: { .itemDocuments($0) },
            label: "File", refusal: "The document was not added",
            added: { $0 == 1 ? .documentAdded : .documentsAdded }, deleted: .documentDeleted,
            restored: .documentRestored, erased: .documentErased, existing: existing, read: read,
            json: { try json(DescribedValues($0)) },
            page: { EvidencePage(documentsOf: $0, inventory, notices: $1) }
        ) { document, _ in try json(DescribedValues(document)) }
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
            ).adding, of: schema)
    }

    // MARK: - Bytes

    private func file(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let (file, tag, (name, mediaType)) = try await inventory.original(
            of: "document", orAdvise: "Restore it from a backup, or delete the document.", context
        ) { records in
            let document = try existing(number, in: records)
            return (document.key, (document.recordTitle, document.mediaType ?? ""))
        }
        if tag.matches(request) { return tag.notModified }
        let isKnown = mediaType == "application/pdf" || mediaType.isPictureType
        return try await file.response(
            as: isKnown ? mediaType : "application/octet-stream",
            isKnown
                ? ContentDisposition.inline(fileName: name, extension: nil)
                : ContentDisposition.attachment(fileName: name), tag: tag,
            policy: Self.policy(of: mediaType), context)
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

// MARK: - Uploads

extension Documents {
    /// The maximum number of files in one form.
    private static let mostFiles = 20

    /// Reads the files of a form and checks their content.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, there are too many, or one is not accepted.
    private func read(
        _ form: FormData, _ context: SiteContext
    ) async throws -> [EvidenceUpload<Document>] {
        let files = try form.files(
            EvidenceUpload<Document>.field, label: "File", atMost: Self.mostFiles,
            hint: "send it as a file (curl: -F file=@receipt.pdf)")
        var decoder = FormDecoder(form)
        let kind: FieldUpdate<DocumentKind> = decoder.choice("kind", label: "Kind")
        let name = decoder.line("name", label: "Name", limit: 200).value
        guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
        var documents: [EvidenceUpload<Document>] = []
        for file in files {
            let document = try await document(
                file, named: files.count == 1 ? name : nil, kind.value, context)
            documents.append(
                EvidenceUpload(file: file, checksum: document.checksum) { item, date, records in
                    let added = item.add(document, at: date, in: records)
                    return (added.document, added.key)
                })
        }
        return documents
    }

    private func document(
        _ file: UploadedFile, named name: String?, _ kind: DocumentKind?, _ context: SiteContext
    ) async throws -> NewDocument {
        let judged: DocumentFile
        do {
            judged = try await context.timing.measure(.image) {
                try await site.household.imageProcessor.document(ofFileAt: file.path)
            }
        } catch let error as ImagingError {
            throw try ValidationErrors(
                ofDocument: error, named: file.fileName, field: EvidenceUpload<Document>.field)
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
