import CArchive

/// Writes an archive, piece by piece, to a closure.
final class ArchiveWriter {
    /// Receives the bytes of the archive.
    typealias Output = (UnsafeRawBufferPointer) throws -> Void

    private let archive: OpaquePointer
    private let target: Target

    /// Begins an archive.
    ///
    /// - Throws: ``BackupError`` if libarchive is missing or cannot compress.
    convenience init(compression: BackupCompression, to output: @escaping Output) throws {
        try self.init(
            compression == .gzip ? CARCHIVE_GZIP : CARCHIVE_ZSTD, compression.rawValue, to: output)
    }

    /// Begins a zip file.
    ///
    /// - Throws: ``BackupError`` if libarchive is missing.
    convenience init(zipTo output: @escaping Output) throws {
        try self.init(CARCHIVE_ZIP, "zip", to: output)
    }

    private init(
        _ kind: CArchiveCompression, _ name: String, to output: @escaping Output
    ) throws {
        guard carchive_load() else { throw Self.libraryIsMissing }
        target = Target(output)
        let context = Unmanaged.passUnretained(target).toOpaque()
        let archive = carchive_write(kind, context) { context, bytes, count in
            guard let context else { return -1 }
            return Unmanaged<Target>.fromOpaque(context).takeUnretainedValue()
                .take(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        guard let archive else {
            throw BackupError("The installed libarchive does not write \(name).")
        }
        self.archive = archive
    }

    deinit {
        // Freeing writes the rest, which is useless in an archive that was broken off.
        target.isOver = true
        carchive_free(archive)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - path: its path in the archive.
    ///   - size: its size in bytes.
    ///   - modified: the time of its last change, in seconds since 1970.
    ///   - write: passes all of its bytes to the given closure.
    /// - Throws: errors of the output and of the closure.
    func add(
        _ path: String, size: Int64, modified: Int64,
        _ write: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        try check(carchive_begin_file(archive, path, size, modified))
        try write { bytes in
            try check(carchive_add(archive, bytes.baseAddress, bytes.count))
        }
    }

    /// Ends the archive: all of it has been passed to the output then.
    ///
    /// - Throws: errors of the output.
    func finish() throws {
        let isFinished = carchive_finish(archive)
        target.isOver = true
        try check(isFinished)
    }

    private func check(_ isDone: Bool) throws {
        if let failure = target.failure { throw failure }
        guard isDone else {
            throw BackupError(
                "The archive cannot be written: \(String(cString: carchive_error(archive))).")
        }
    }

    static var libraryIsMissing: BackupError {
        BackupError("libarchive is not installed: it is Debian's package libarchive13.")
    }

    private final class Target {
        let output: Output
        var failure: (any Error)?
        var isOver = false

        init(_ output: @escaping Output) {
            self.output = output
        }

        func take(_ bytes: UnsafeRawBufferPointer) -> Int64 {
            guard failure == nil, !isOver else { return -1 }
            do {
                try output(bytes)
                return Int64(bytes.count)
            } catch {
                failure = error
                return -1
            }
        }
    }
}
