import Domain

/// The controls for a photo: camera, file, drop and paste.
struct PhotoField: Sendable {
    var fault = ""
    /// The media types of the file input: `image/jpeg,image/png,…`.
    var accept = PhotoField.acceptedTypes
    /// `JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB`.
    var hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB"

    /// Whether the item already has a photo.
    var hasImage = false
    var thumbnailPath = ""

    /// The token of a stored picture, posted as `imageToken` instead of the file.
    var stagedToken = ""
    /// The name of its file: `sofa.jpg`.
    var stagedName = ""

    /// Types by name instead of `image/*`: Safari then converts what it can, and Chrome shows
    /// files.
    static let acceptedTypes = """
        image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,\
        image/tiff,.heic,.heif,.avif
        """
}

extension PhotoField {
    /// The field for the photo of an item, or of a new one.
    init(_ inventory: Inventory, _ item: ItemValues? = nil) {
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
