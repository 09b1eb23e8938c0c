/// The compression of a backup.
public enum BackupCompression: String, Sendable, CaseIterable {
    /// Zstandard, the faster one.
    case zstd
    /// The format that every machine can unpack.
    case gzip

    /// The file extension: `.tar.zst`.
    public var fileExtension: String {
        switch self {
        case .zstd: ".tar.zst"
        case .gzip: ".tar.gz"
        }
    }

    /// The media type of a compressed backup.
    public var mediaType: String {
        switch self {
        case .zstd: "application/zstd"
        case .gzip: "application/gzip"
        }
    }

    /// The compression for a file name: gzip for its extensions, otherwise zstd.
    public init(fileName: String) {
        self = fileName.hasSuffix(".gz") || fileName.hasSuffix(".tgz") ? .gzip : .zstd
    }
}
