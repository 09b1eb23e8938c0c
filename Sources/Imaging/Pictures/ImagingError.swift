/// The reason why a file is not accepted as a picture, in words for its sender.
public enum ImagingError: Error, Sendable, Equatable {
    /// The file is not a picture, or one of a kind that cannot be opened here.
    case unsupported(FileKind)
    /// The file is larger than allowed; both in bytes.
    case tooManyBytes(limit: Int, size: Int)
    /// The header has more pixels than allowed; the limit is a number of pixels.
    case tooManyPixels(limit: Int, width: Int, height: Int)
    /// The file is a picture by its first bytes, but truncated or damaged.
    case broken(reason: String)
    /// The file is empty.
    case empty
    /// Too many pictures are waiting to be opened.
    case busy(retryAfterSeconds: Int)
    /// The file, or a library for opening it, cannot be used: the server's fault.
    case unreadable(reason: String)
}

extension ImagingError: CustomStringConvertible {
    /// A sentence for a person, without a full stop.
    public var description: String {
        switch self {
        case .unsupported(let kind) where kind.isPicture:
            "This is \(kind.phrase), which cannot be opened here: save it as PNG or JPEG"
        case .unsupported(let kind):
            "This is \(kind.phrase), not a picture"
        case .tooManyBytes(let limit, let size):
            "The picture has \(Self.megabytes(size)), and at most \(Self.megabytes(limit))"
                + " are allowed"
        case .tooManyPixels(let limit, let width, let height):
            "The picture is \(width) × \(height) pixels, and at most"
                + " \(Self.megapixels(limit)) are allowed"
        case .broken(let reason): reason
        case .empty: "The file is empty"
        case .busy(let seconds):
            "Too many pictures are being opened at the moment: try again in \(seconds)"
                + (seconds == 1 ? " second" : " seconds")
        case .unreadable(let reason): "The picture cannot be opened: \(reason)"
        }
    }

    private static func megabytes(_ count: Int) -> String {
        count < 100_000 ? "\(count) bytes" : tenths(count) + " MB"
    }

    private static func megapixels(_ count: Int) -> String {
        count < 100_000 ? "\(count) pixels" : tenths(count) + " megapixels"
    }

    /// Millions, rounded up to a tenth so that a size above a limit never reads like the limit.
    private static func tenths(_ count: Int) -> String {
        let tenths = (count + 99_999) / 100_000
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
