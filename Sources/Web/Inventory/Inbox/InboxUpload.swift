import Domain
import Foundation
import Imaging
import NIOPosix

/// Photos that a form puts into the inbox. Each is opened as soon as it has come, while the others are still
/// on their way, and a few at a time, so that memory stays small however many come.
struct InboxUpload: Sendable {
    /// A photo with what its record holds.
    struct Photo: Sendable {
        let file: UploadedFile
        let thumbnail: Data
        let captureDate: Date?
        let checksum: FileChecksum
    }

    /// A file that is no picture, or one that cannot be used.
    struct Unopened: Error {
        let file: UploadedFile
        let reason: ImagingError
    }

    /// What became of the files of a form, in their order.
    typealias Opened = [Result<Photo, Unopened>]

    /// The field for them.
    static let field = "photo"
    /// How many come with one form.
    static let mostFiles = 100
    /// Bytes of one form: fifty photos of a camera, and as many again.
    static let mostBytes = 1_000_000_000

    let photos: [Photo]
    /// What is wrong with the other files.
    let refused: RefusedPhotos

    /// Takes the photos of a form: all that can be opened, which has to be one at least.
    ///
    /// - Parameter opening: the work of ``open(_:_:)`` on the files of the form.
    /// - Throws: ``FormRefusal``, and errors that have nothing to do with the pictures.
    init(_ form: FormData, _ opening: Task<Opened, any Error>) async throws {
        let files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "they have to come as files (curl: -F photo=@a.jpg -F photo=@b.jpg)",
            besideOversized: true)
        let oversized = form.oversizedFiles.filter { $0.fieldName == Self.field }
        let isOne = files.count + oversized.count == 1
        func refusal(_ error: Unopened) throws -> FormRefusal {
            try FormRefusal(
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
            try opened.compactMap { result -> FormRefusal? in
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

    /// Opens the photos among files, in their order, until no more come.
    ///
    /// - Throws: ``Unopened`` where too many pictures wait; errors that have nothing to do with the pictures.
    static func open(
        _ files: AsyncStream<UploadedFile>, _ processor: ImageProcessor
    ) async throws -> Opened {
        try await withThrowingTaskGroup(of: (Int, Result<Photo, Unopened>).self) { group in
            // Beside those that are decoded, others are brought to the disk.
            let mostOpen = 2 * processor.maxConcurrent
            var opened: [Int: Result<Photo, Unopened>] = [:]
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
    ) async throws -> Result<Photo, Unopened> {
        do {
            let (thumbnail, details) = try await processor.thumbnailAndDetails(ofFileAt: file.path)
            let checksum = try await NIOThreadPool.singleton.runIfActive {
                try FileChecksum(ofFileAt: file.path)
            }
            try await file.waitUntilWritten()
            return .success(
                Photo(
                    file: file, thumbnail: thumbnail.png, captureDate: details.takenAt?.stored,
                    checksum: checksum))
        } catch let error as ImagingError {
            let unopened = Unopened(file: file, reason: error)
            // That is no fault of the picture.
            if case .busy = error { throw unopened }
            return .failure(unopened)
        }
    }
}

/// What is wrong with the files of a form whose other files were taken.
struct RefusedPhotos: Codable, Sendable {
    /// A sentence each: `“a.txt”: this is plain text, not a picture.`
    var texts: [String] = []

    /// The same for programs, beside the records that were made.
    var warnings: JSONValue {
        .array(
            texts.map {
                .object([
                    ("message", .string($0)), ("field", .string(InboxUpload.field)),
                ])
            })
    }
}
