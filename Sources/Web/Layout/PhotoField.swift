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
