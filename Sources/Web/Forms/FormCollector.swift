import Domain
import Foundation
import NIOCore

/// Collects the parts of a form: text in memory, files in the data directory.
final class FormCollector {
    private let limits: ServerLimits
    private let mostFields: Int
    private let folder: String
    private let announce: (UploadedFile) -> Void
    private var form = FormData()
    private var partCount = 0
    private var textBytes = 0
    private var part: MultipartPart?
    private var text: [UInt8] = []
    private var spool: FileSpool?

    /// - Parameter announce: called with each stored file as soon as it is complete.
    init(
        limits: ServerLimits, mostFields: Int, folder: String,
        announce: @escaping (UploadedFile) -> Void
    ) {
        self.limits = limits
        self.mostFields = mostFields
        self.folder = folder
        self.announce = announce
    }

    /// Processes the events of the parser.
    func take(_ events: [MultipartParser.Event]) async throws {
        for event in events {
            switch event {
            case .part(let part): try begin(part)
            case .content(let content): try await add(content)
            case .partEnd: try await endPart()
            }
        }
    }

    /// The whole form, once all events were processed.
    ///
    /// A file that is too large is listed with its size only. It was read to its end, so that the
    /// fields after it are there and the client reads the response.
    func finish() -> FormData { form }

    private func begin(_ part: MultipartPart) throws {
        partCount += 1
        guard partCount <= mostFields else {
            throw SiteError.tooManyFields(limit: mostFields)
        }
        self.part = part
        text = []
        spool = try part.fileName.map { _ in
            try FileSpool(folder: folder, limit: limits.uploadBytes)
        }
    }

    private func add(_ content: ByteBuffer) async throws {
        if let spool {
            try await spool.write(content)
        } else {
            textBytes += content.readableBytes
            guard textBytes <= limits.formBytes else {
                throw SiteError.tooLarge("The text of the form", limit: limits.formBytes, size: nil)
            }
            text.append(contentsOf: content.readableBytesView)
        }
    }

    private func endPart() async throws {
        guard let part else { return }
        let name = try FormText.normalized(part.name, field: part.name)
        if let spool {
            try await endFile(spool, field: name, fileName: part.fileName ?? "")
        } else {
            guard let value = String(validating: text, as: UTF8.self) else {
                throw SiteError.malformed("The field “\(FormText.shown(name))” is not UTF-8 text.")
            }
            form.append(
                FormData.Field(name: name, value: try FormText.normalized(value, field: name)))
        }
        self.part = nil
        spool = nil
    }

    /// An empty file input arrives as a file without name and content.
    private func endFile(_ spool: FileSpool, field: String, fileName: String) async throws {
        let fileName = try FormText.normalized(fileName, field: field).visibleFileName
        let byteCount = try await spool.finish()
        if byteCount > limits.uploadBytes {
            form.append(
                OversizedFile(
                    fieldName: field, fileName: fileName, byteCount: byteCount,
                    limit: limits.uploadBytes))
        } else if byteCount > 0 || !fileName.isEmpty {
            let file = spool.file(fieldName: field, fileName: fileName)
            form.append(file)
            announce(file)
        }
    }
}
