/// The controls that take a picture: camera, file, drop and paste.
struct PhotoField: Sendable {
    var fault = ""
    /// What a file input offers: `image/jpeg,image/png,…`.
    var accept = PhotoField.acceptedTypes
    /// `JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB`.
    var hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB"

    /// Whether the item has a picture already.
    var hasImage = false
    var thumbnailPath = ""

    /// Posted as `imageToken`, it stands for the picture.
    var stagedToken = ""
    /// The name of its file: `sofa.jpg`.
    var stagedName = ""

    /// Types by name, not `image/*`: Safari then converts what it can, and Chrome shows files.
    static let acceptedTypes = """
        image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,\
        image/tiff,.heic,.heif,.avif
        """
}
