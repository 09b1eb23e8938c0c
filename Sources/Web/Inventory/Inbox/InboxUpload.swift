import Domain
import Foundation
import Imaging

/// Photos uploaded to the inbox. Each is opened while the next ones still arrive, a few at a time,
/// so that memory stays small for any number of photos.
struct InboxUpload: Sendable {
    /// A file that is not a usable picture.
    struct Unopened: Error {
        let file: UploadedFile
        let reason: ImagingError
    }

    /// The results for the files of a form, in their order.
    typealias Opened = [Result<UploadedPicture, Unopened>]

    /// The name of the file field.
    static let field = "photo"
    /// The maximum number of files in one form.
    static let mostFiles = 100
    /// The maximum number of bytes of a form: about a hundred photos of a camera.
    static let mostBytes = 1_000_000_000

    let photos: [UploadedPicture]
    /// The faults of the other files.
    let refused: RefusedPhotos

    /// The usable photos of a form; at least one is needed.
    ///
    /// - Parameter opening: the task of ``open(_:_:)`` for the form.
    /// - Throws: ``ValidationErrors``, and errors that are not caused by the pictures.
    init(_ form: FormData, _ opening: Task<Opened, any Error>) async throws {
        let files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "send them as files (curl: -F photo=@a.jpg -F photo=@b.jpg)",
            besideOversized: true)
        let oversized = form.oversizedFiles.filter { $0.fieldName == Self.field }
        let isOne = files.count + oversized.count == 1
        func refusal(_ error: Unopened) throws -> ValidationErrors {
            try ValidationErrors(
                ofPicture: error.reason, field: Self.field,
                label: isOne ? "Photos" : "“\(error.file.fileName)”")
        }
        let opened: Opened
        do {
            opened = try await opening.value
        } catch let error as Unopened {
            throw try refusal(error)
        }
        photos = opened.compactMap { try? $0.get() }
        let refusals =
            try opened.compactMap { result -> ValidationErrors? in
                guard case .failure(let error) = result else { return nil }
                return try refusal(error)
            } + oversized.map { $0.refusal(label: "“\($0.fileName)”") }
        guard !photos.isEmpty || refusals.isEmpty else {
            var whole = refusals[0]
            whole.faults = refusals.flatMap(\.faults)
            throw whole
        }
        refused = RefusedPhotos(
            texts: refusals.flatMap(\.faults).map { FormText.sentence($0.text) })
    }

    /// Opens the pictures of a stream of files, in their order, until the stream ends.
    ///
    /// - Throws: ``Unopened`` if too many pictures are waiting; errors that are not caused by the
    ///   pictures.
    static func open(
        _ files: AsyncStream<UploadedFile>, _ processor: ImageProcessor
    ) async throws -> Opened {
        try await withThrowingTaskGroup(of: (Int, Result<UploadedPicture, Unopened>).self) {
            group in
            // While some are decoded, others are flushed to the disk.
            let mostOpen = 2 * processor.maxConcurrent
            var opened: [Int: Result<UploadedPicture, Unopened>] = [:]
            var begun = 0
            for await file in files where file.fieldName == field && begun < mostFiles {
                if begun - opened.count == mostOpen, let (index, photo) = try await group.next() {
                    opened[index] = photo
                }
                let index = begun
                group.addTask { (index, try await open(file, processor)) }
                begun += 1
            }
            for try await (index, photo) in group { opened[index] = photo }
            return (0..<begun).compactMap { opened[$0] }
        }
    }

    private static func open(
        _ file: UploadedFile, _ processor: ImageProcessor
    ) async throws -> Result<UploadedPicture, Unopened> {
        do {
            return .success(try await UploadedPicture(file, processor))
        } catch let error as ImagingError {
            let unopened = Unopened(file: file, reason: error)
            // The picture is not the cause.
            if case .busy = error { throw unopened }
            return .failure(unopened)
        }
    }
}

/// The faults of rejected files in a form whose other files were accepted.
struct RefusedPhotos: Codable, Sendable {
    /// The messages: `“a.txt”: this is plain text, not a picture.`
    var texts: [String] = []

    /// The messages for JSON, next to the new records.
    var warnings: JSONValue {
        .array(
            texts.map {
                .object([
                    ("message", .string($0)), ("field", .string(InboxUpload.field)),
                ])
            })
    }
}
