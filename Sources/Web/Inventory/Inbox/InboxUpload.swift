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
    private struct Unopened: Error {
        let file: UploadedFile
        let reason: ImagingError
    }

    /// The field for them.
    static let field = "photo"
    /// How many come with one form.
    static let mostFiles = 100
    /// Bytes of one form: fifty photos of a camera, and as many again.
    static let mostBytes = 1_000_000_000

    let photos: [Photo]

    /// Takes the photos of a form: all of them, or none if one is no picture that can be opened.
    ///
    /// - Parameter opening: the work of ``open(_:_:)`` on the files of the form.
    /// - Throws: ``FormRefusal``, and errors that have nothing to do with the pictures.
    init(_ form: FormData, _ opening: Task<[Photo], any Error>) async throws {
        let files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "they have to come as files (curl: -F photo=@a.jpg -F photo=@b.jpg)")
        do {
            photos = try await opening.value
        } catch let error as Unopened {
            let label = files.count == 1 ? "Photos" : "“\(error.file.fileName)”"
            throw try FormRefusal(ofPicture: error.reason, field: Self.field, label: label)
        }
    }

    /// Opens the photos among files, in their order, until no more come.
    ///
    /// - Throws: what ``init(_:_:)`` makes a refusal of, as soon as one cannot be opened.
    static func open(
        _ files: AsyncStream<UploadedFile>, _ processor: ImageProcessor
    ) async throws -> [Photo] {
        try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
            // Beside those that are decoded, others are brought to the disk.
            let mostOpen = 2 * processor.maxConcurrent
            var opened: [Int: Photo] = [:]
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
    ) async throws -> Photo {
        do {
            let (thumbnail, details) = try await processor.thumbnailAndDetails(ofFileAt: file.path)
            let checksum = try await NIOThreadPool.singleton.runIfActive {
                try FileChecksum(ofFileAt: file.path)
            }
            try await file.waitUntilWritten()
            return Photo(
                file: file, thumbnail: thumbnail.png, captureDate: details.takenAt?.stored,
                checksum: checksum)
        } catch let error as ImagingError {
            throw Unopened(file: file, reason: error)
        }
    }
}
