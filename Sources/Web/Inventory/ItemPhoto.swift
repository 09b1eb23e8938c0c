import Domain
import Foundation
import HTTPTypes
import Imaging

/// What a form says about the picture of an item.
struct ItemPhoto: Sendable {
    /// The thumbnail of a picture that can be used; nil if there is none.
    private(set) var thumbnail: Thumbnail?
    /// When it was taken, by the clock of its camera.
    private(set) var captureDate: Date?
    /// Why the picture cannot be used.
    private(set) var refusal: FormRefusal?
    /// Where the bytes are, under which name; nil if there is no picture.
    private(set) var file: (path: String, name: String)?
    /// The picture as it was kept from an earlier form.
    private var staged: StagedImages.Image?
    /// Keeps the uploaded file until the photo is let go.
    private var upload: UploadedFile?

    /// No picture.
    init() {}

    /// Opens the picture of a form: the file that came with it, or one that was kept from before.
    ///
    /// - Throws: an error that has nothing to do with the picture.
    init(_ form: FormData, _ household: Household, _ context: SiteContext) async throws {
        if let oversized = form.oversizedFile("image") {
            refusal = oversized.refusal(label: FormText.label(of: "image"))
        } else if let upload = form.file("image") {
            self.upload = upload
            file = (upload.path, upload.fileName)
        } else if let token = form["imageToken"], !token.isEmpty {
            staged = household.stagedImages.image(for: token)
            file = staged.map { ($0.path, $0.name) }
            if staged == nil {
                refusal = Self.refusal("the photo is no longer kept; choose it again")
            }
        } else if let text = form["image"], !text.isEmpty {
            refusal = Self.refusal("it has to come as a file (curl: -F image=@photo.jpg)")
        }
        guard let file else { return }
        do {
            (thumbnail, captureDate) = try await context.timing.measure(.image) {
                let opened = try await household.imageProcessor.thumbnailAndDetails(
                    ofFileAt: file.path)
                return (opened.thumbnail, opened.details.takenAt?.stored)
            }
            // It was brought to the disk meanwhile, so that whoever puts it in its place finds that done.
            try await upload?.waitUntilWritten()
        } catch let error as ImagingError {
            refusal = try FormRefusal(ofPicture: error, field: "image", label: "Photo")
        }
    }

    /// The file that takes the place of the item's original.
    var path: String? { file?.path }

    /// Whether there is a picture.
    var isThere: Bool { thumbnail != nil }

    /// Keeps a picture that is not at fault for the form's next try.
    ///
    /// - Throws: errors of the file system.
    func stage(_ household: Household) throws -> StagedImages.Image? {
        if let staged { return staged }
        let isWorthKeeping = refusal == nil || refusal?.status == .serviceUnavailable
        guard let file, isWorthKeeping else { return nil }
        return try household.stagedImages.keep(file.path, named: file.name)
    }

    private static func refusal(_ message: String) -> FormRefusal {
        FormRefusal("image", "Photo", message)
    }
}
