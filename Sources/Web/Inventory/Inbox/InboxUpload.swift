import Domain
import Foundation
import Imaging

/// Photos that a form puts into the inbox, opened: two at a time at most, so that memory stays small however
/// many come.
struct InboxUpload: Sendable {
    /// A photo with what its record holds.
    struct Photo: Sendable {
        let file: UploadedFile
        let thumbnail: Data
        let captureDate: Date?
    }

    /// The field for them.
    static let field = "photo"
    /// How many come with one form.
    static let mostFiles = 100
    /// Bytes of one form: fifty photos of a camera, and as many again.
    static let mostBytes = 1_000_000_000
    /// Pictures that are open at the same time.
    private static let mostOpen = 2

    let photos: [Photo]

    /// Opens the photos of a form: all of them, or none if one is no picture that can be opened.
    ///
    /// - Throws: ``FormRefusal``, and errors that have nothing to do with the pictures.
    init(_ form: FormData, _ processor: ImageProcessor) async throws {
        if let oversized = form.oversizedFile(Self.field) {
            throw oversized.refusal(label: "Photos")
        }
        let files = form.files.filter { $0.fieldName == Self.field }
        if files.isEmpty {
            throw Self.refusal(
                form[Self.field]?.isEmpty == false
                    ? "they have to come as files (curl: -F photo=@a.jpg -F photo=@b.jpg)"
                    : "choose one at least")
        }
        if files.count > Self.mostFiles {
            throw Self.refusal("\(files.count) came; at most \(Self.mostFiles) at once")
        }
        photos = try await Self.open(files, processor)
    }

    private static func open(
        _ files: [UploadedFile], _ processor: ImageProcessor
    ) async throws -> [Photo] {
        try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
            var opened = [Photo?](repeating: nil, count: files.count)
            var next = 0
            func open() {
                guard next < files.count else { return }
                let (index, file) = (next, files[next])
                next += 1
                group.addTask {
                    (index, try await Self.open(file, processor, isAlone: files.count == 1))
                }
            }
            for _ in 0..<mostOpen { open() }
            while let (index, photo) = try await group.next() {
                opened[index] = photo
                open()
            }
            return opened.compactMap(\.self)
        }
    }

    private static func open(
        _ file: UploadedFile, _ processor: ImageProcessor, isAlone: Bool
    ) async throws -> Photo {
        do {
            let thumbnail = try await processor.thumbnail(ofFileAt: file.path)
            let details = try await processor.details(ofFileAt: file.path)
            try await file.waitUntilWritten()
            return Photo(file: file, thumbnail: thumbnail.png, captureDate: details.takenAt)
        } catch let error as ImagingError {
            let label = isAlone ? "Photos" : "“\(file.fileName)”"
            throw try FormRefusal(ofPicture: error, field: field, label: label)
        }
    }

    static func refusal(_ message: String) -> FormRefusal {
        FormRefusal(faults: [FormFault(field: field, label: "Photos", message: message)])
    }
}
