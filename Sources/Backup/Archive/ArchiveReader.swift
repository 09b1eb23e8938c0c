import CArchive
import Domain
import Foundation

/// Reads the archive in a file, entry by entry.
final class ArchiveReader {
    /// An entry of the archive.
    struct Entry {
        enum Kind {
            case file
            case folder
            /// Another kind, in words: `a symbolic link`.
            case other(String)
        }

        let kind: Kind
        /// The entry's path in the archive; nil if it cannot be decoded.
        let path: String?
        /// The size that the archive states; nil if it states none.
        let size: Int64?
        let modified: Int64
    }

    private let archive: OpaquePointer
    private let source: Source

    /// Opens an archive.
    ///
    /// - Throws: ``FileError`` if the file cannot be opened, ``BackupError`` if libarchive is
    ///   missing.
    init(path: String) throws {
        guard carchive_load() else { throw ArchiveWriter.libraryIsMissing }
        source = try Source(path)
        let context = Unmanaged.passUnretained(source).toOpaque()
        let archive = carchive_read(context) { context, bytes in
            guard let context, let bytes else { return -1 }
            return Unmanaged<Source>.fromOpaque(context).takeUnretainedValue().give(bytes)
        }
        guard let archive else { throw BackupError("There is not enough memory to read \(path).") }
        self.archive = archive
    }

    /// Opens a zip file.
    ///
    /// - Throws: ``FileError`` if the file cannot be opened, ``BackupError`` if libarchive is
    ///   missing.
    init(zip path: String) throws {
        guard carchive_load() else { throw ArchiveWriter.libraryIsMissing }
        source = try Source(path)
        guard let archive = carchive_read_zip(source.descriptor) else {
            throw BackupError("There is not enough memory to read \(path).")
        }
        self.archive = archive
    }

    deinit {
        carchive_free(archive)
    }

    /// The number of bytes read from the file.
    var readCount: Int64 { source.readCount }

    /// The next entry; nil at the end.
    ///
    /// - Throws: ``BackupError`` if the archive is damaged or not an archive, ``FileError``.
    func next() throws -> Entry? {
        var entry = CArchiveEntry()
        switch carchive_next(archive, &entry) {
        case 0: return nil
        case 1:
            return Entry(
                kind: Self.kind(entry.kind),
                path: entry.path.flatMap { String(validatingCString: $0) },
                size: entry.size < 0 ? nil : entry.size, modified: entry.modified)
        default: throw failure
        }
    }

    /// Fills a buffer with the next bytes of the entry. Returns their number, 0 at the end.
    ///
    /// - Throws: ``BackupError`` if the archive is damaged, ``FileError``.
    func read(_ piece: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = carchive_get(archive, piece.baseAddress, piece.count)
        guard count >= 0 else { throw failure }
        return Int(count)
    }

    private var failure: any Error {
        source.failure
            ?? BackupError(
                "\(source.path) is damaged or not an archive: "
                    + "\(String(cString: carchive_error(archive))).")
    }

    private static func kind(_ kind: CArchiveKind) -> Entry.Kind {
        switch kind {
        case CARCHIVE_FILE: .file
        case CARCHIVE_FOLDER: .folder
        case CARCHIVE_SYMBOLIC_LINK: .other("a symbolic link")
        case CARCHIVE_HARD_LINK: .other("a hard link")
        case CARCHIVE_DEVICE: .other("a device")
        case CARCHIVE_PIPE: .other("a named pipe")
        case CARCHIVE_SPARSE_FILE: .other("a file with holes")
        default: .other("neither a file nor a folder")
        }
    }

    private final class Source {
        let path: String
        var readCount: Int64 = 0
        var failure: FileError?
        let descriptor: Int32
        private let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 256 * 1024, alignment: 16)

        init(_ path: String) throws {
            self.path = path
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
            piece.deallocate()
        }

        func give(_ bytes: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int64 {
            bytes.pointee = UnsafeRawPointer(piece.baseAddress)
            while true {
                let count = Foundation.read(descriptor, piece.baseAddress, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    failure = FileError(path: path, code: errno)
                    return -1
                }
                readCount += Int64(count)
                return Int64(count)
            }
        }
    }
}
