import Domain
import Foundation
import HTTPTypes
import Imaging
import NIOPosix

/// The photo that a form of an item uploads.
struct UploadedPhoto: Sendable {
    /// The thumbnail of a usable picture; nil if there is none.
    private(set) var thumbnail: Thumbnail?
    /// The time of capture by the clock of the camera.
    private(set) var captureDate: Date?
    /// The fault of an unusable picture.
    private(set) var refusal: ValidationErrors?
    /// The path and name of the file; nil if there is no picture.
    private(set) var file: (path: String, name: String)?
    /// The picture stored from an earlier attempt.
    private var staged: StagedImages.Image?
    /// Keeps the uploaded file alive as long as the photo.
    private var upload: UploadedFile?

    /// No photo.
    init() {}

    /// Opens the photo of a form: the uploaded file, or the one stored from an earlier attempt.
    ///
    /// - Throws: errors that are not caused by the picture.
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
            refusal = Self.refusal("send it as a file (curl: -F image=@photo.jpg)")
        }
        guard let file else { return }
        do {
            (thumbnail, captureDate) = try await context.timing.measure(.image) {
                let opened = try await household.imageProcessor.thumbnailAndDetails(
                    ofFileAt: file.path)
                return (opened.thumbnail, opened.details.takenAt?.stored)
            }
            // The flush ran meanwhile, so that moving the file to its place need not wait.
            try await upload?.waitUntilWritten()
        } catch let error as ImagingError {
            refusal = try ValidationErrors(ofPicture: error, field: "image", label: "Photo")
        }
    }

    /// The file that replaces the original of the item.
    var path: String? { file?.path }

    var isThere: Bool { thumbnail != nil }

    /// Stores a usable picture for the next attempt of the form.
    ///
    /// - Throws: errors of the file system.
    func stage(_ household: Household) throws -> StagedImages.Image? {
        if let staged { return staged }
        let isWorthKeeping = refusal == nil || refusal?.status == .serviceUnavailable
        guard let file, isWorthKeeping else { return nil }
        return try household.stagedImages.keep(file.path, named: file.name)
    }

    private static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors("image", "Photo", message)
    }
}

/// An uploaded picture, with the values for its record.
struct UploadedPicture: Sendable {
    let file: UploadedFile
    let thumbnail: Data
    let captureDate: Date?
    let checksum: FileChecksum

    /// - Throws: `ImagingError` if it is not usable.
    init(_ file: UploadedFile, _ processor: ImageProcessor) async throws {
        let (thumbnail, details) = try await processor.thumbnailAndDetails(ofFileAt: file.path)
        checksum = try await NIOThreadPool.singleton.runIfActive {
            try FileChecksum(ofFileAt: file.path)
        }
        try await file.waitUntilWritten()
        self.file = file
        (self.thumbnail, captureDate) = (thumbnail.png, details.takenAt?.stored)
    }
}

extension PhotoField {
    /// The field for the photo of an item, or of a new one.
    init(_ inventory: Inventory, _ item: Item? = nil) {
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to \(limit)"
        hasImage = item?.hasThumbnail ?? false
        thumbnailPath = item?.thumbnailPath(inventory.links) ?? ""
    }

    /// Shows the fault of a picture, or that it was stored for the next attempt.
    mutating func show(_ refusal: ValidationErrors?, staged: StagedImages.Image?) {
        fault = refusal?.message(for: "image") ?? ""
        stagedToken = staged?.token ?? ""
        stagedName = staged?.name ?? ""
    }
}
