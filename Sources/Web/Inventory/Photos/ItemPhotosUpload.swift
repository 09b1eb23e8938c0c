import Domain
import Foundation
import Imaging

/// Photos uploaded to an item.
struct ItemPhotosUpload: Sendable {
    /// The name of the file field.
    static let field = "file"
    /// The maximum number of files in one form.
    static let mostFiles = Item.mostPhotos

    /// A usable photo.
    struct Photo: Sendable {
        let file: UploadedFile
        let thumbnail: Data
        let captureDate: Date?
    }

    private(set) var photos: [Photo] = []

    /// Opens the pictures of a form.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, there are too many, or one is unusable.
    init(_ form: FormData, _ household: Household, _ context: SiteContext) async throws {
        let files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "send them as files (curl: -F file=@front.jpg -F file=@back.jpg)")
        for file in files {
            do {
                photos.append(try await Self.photo(file, household, context))
            } catch let error as ImagingError {
                let label = files.count == 1 ? "Photos" : "“\(file.fileName.prefix(100))”"
                throw try ValidationErrors(ofPicture: error, field: Self.field, label: label)
            }
        }
    }

    private static func photo(
        _ file: UploadedFile, _ household: Household, _ context: SiteContext
    ) async throws -> Photo {
        let (thumbnail, details) = try await context.timing.measure(.image) {
            try await household.imageProcessor.thumbnailAndDetails(ofFileAt: file.path)
        }
        try await file.waitUntilWritten()
        return Photo(file: file, thumbnail: thumbnail.png, captureDate: details.takenAt?.stored)
    }

    static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors(field, "Photos", message)
    }
}
