import Domain
import Foundation

/// The archive of a backup while it is written: files, and a manifest of them at the end.
final class BackupArchive {
    private let archive: ArchiveWriter
    private let manifestPath: String
    private let manifest: OutputFile
    private let made: Int64
    private let meter: ProgressMeter
    private var piece = [UInt8](repeating: 0, count: 256 * 1024)

    /// - Parameters:
    ///   - manifest: a file that is made for the manifest, which comes last.
    ///   - made: when the backup is made.
    init(
        compression: BackupCompression, manifest: String, made: Date, meter: ProgressMeter,
        to output: @escaping BackupMaker.Output
    ) throws {
        archive = try ArchiveWriter(compression: compression, to: output)
        manifestPath = manifest
        self.manifest = try OutputFile(making: manifest)
        self.made = Int64(made.timeIntervalSince1970)
        self.meter = meter
    }

    /// Adds a text that describes the backup.
    func addExtra(_ text: Data, as path: String) throws {
        var sum = FileChecksum.Sum()
        try archive.add(
            "\(BackupPath.top)/\(path)", size: Int64(text.count), modified: made
        ) { write in
            try text.withUnsafeBytes {
                sum.add($0)
                try write($0)
            }
        }
        try note(path, Int64(text.count), sum)
    }

    /// Adds a file.
    ///
    /// - Throws: ``FileError``; ``BackupError`` if it is shorter than it was.
    func add(_ file: BackupContents.File) throws {
        var sum = FileChecksum.Sum()
        try archive.add(
            "\(BackupPath.top)/\(file.path)", size: file.size, modified: file.modified
        ) { write in
            try read(file) { bytes in
                sum.add(bytes)
                try write(bytes)
                meter.add(bytes.count)
            }
        }
        try note(file.path, file.size, sum)
    }

    /// Adds the manifest, and ends the archive.
    func finish() throws {
        try manifest.close()
        var status = stat()
        guard stat(manifestPath, &status) == 0 else {
            throw FileError(path: manifestPath, code: errno)
        }
        let file = BackupContents.File(
            source: manifestPath, path: BackupPath.manifest, size: Int64(status.st_size),
            modified: made)
        try archive.add(
            "\(BackupPath.top)/\(BackupPath.manifest)", size: file.size, modified: made
        ) { write in
            try read(file, write)
        }
        try archive.finish()
    }

    private func note(_ path: String, _ size: Int64, _ sum: FileChecksum.Sum) throws {
        try manifest.write(
            ManifestLine(path: path, bytes: size, sha256: sum.checksum).text)
    }

    /// Reads as many bytes as the file had when it was looked at. One that grows meanwhile is a
    /// file that is being written to, of which this is a state.
    private func read(
        _ file: BackupContents.File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let descriptor = open(file.source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileError(path: file.source, code: errno) }
        defer { close(descriptor) }
        var rest = file.size
        while rest > 0 {
            let wanted = Int(min(rest, Int64(piece.count)))
            let count = piece.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress, wanted)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: file.source, code: errno) }
            guard count > 0 else {
                throw BackupError(
                    "\(file.source) became shorter while it was read. Start again.")
            }
            rest -= Int64(count)
            try piece.withUnsafeBytes {
                try body(UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }
}
