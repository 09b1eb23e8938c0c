/// A known format of pictures.
///
/// Not each one can be opened: see ``isAvailable``.
public enum PictureFormat: String, CaseIterable, Sendable {
    case jpeg
    case png
    case gif
    case webp
    /// HEIC and AVIF: pictures in the container of the High Efficiency Image File Format.
    case heif
    case tiff
    case bmp
}

extension PictureFormat {
    /// The media type of the format; a HEIF file may have a more specific one.
    public var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .heif: "image/heif"
        case .tiff: "image/tiff"
        case .bmp: "image/bmp"
        }
    }

    /// The usual file extension, without a dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .heif: "heic"
        default: rawValue
        }
    }

    /// The name for a person.
    public var label: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .heif: "HEIF"
        case .tiff: "TIFF"
        case .bmp: "BMP"
        }
    }

    /// The format of a media type; nil for one that is not a known picture.
    init?(mimeType: String) {
        switch mimeType {
        case "image/jpeg": self = .jpeg
        case "image/png", "image/apng", "image/vnd.mozilla.apng": self = .png
        case "image/gif": self = .gif
        case "image/webp": self = .webp
        case "image/heif", "image/heic", "image/heif-sequence", "image/heic-sequence",
            "image/avif", "image/avif-sequence":
            self = .heif
        case "image/tiff": self = .tiff
        case "image/bmp", "image/x-ms-bmp": self = .bmp
        default: return nil
        }
    }
}
