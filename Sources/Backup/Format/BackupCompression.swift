/// How a backup is compressed.
public enum BackupCompression: String, Sendable, CaseIterable {
    /// Zstandard, the fast one.
    case zstd
    /// What every machine can unpack.
    case gzip

    /// The end of the file's name: `.tar.zst`.
    public var fileExtension: String {
        switch self {
        case .zstd: ".tar.zst"
        case .gzip: ".tar.gz"
        }
    }

    /// The media type of such a file.
    public var mediaType: String {
        switch self {
        case .zstd: "application/zstd"
        case .gzip: "application/gzip"
        }
    }

    /// What the name of a file asks for: zstd, unless it ends as one of gzip does.
    public init(fileName: String) {
        self = fileName.hasSuffix(".gz") || fileName.hasSuffix(".tgz") ? .gzip : .zstd
    }
}
