import Domain
import Foundation
import HTTPTypes
import Imaging
import NIOPosix

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
