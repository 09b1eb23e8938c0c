import Domain
import Foundation

/// The archive of a backup while it is written: files, and their manifest at the end.
final class BackupArchive {
    private let archive: ArchiveWriter
    private let manifestPath: String
    private let manifest: ManifestWriter
    private let made: Int64
    private let meter: ProgressMeter
    /// Announced files that are missing.
    private(set) var leftOut = LeftOutFiles()

    /// The outcome of adding a file that others may change.
    enum Completeness {
        case whole
        /// The file became shorter while it was read, and was filled up with zeros.
        case cutOff
    }

    /// - Parameters:
    ///   - manifest: the path of a file to create for the manifest, which comes last.
    ///   - made: the time of the backup.
    init(
        compression: BackupCompression, manifest: String, made: Date, meter: ProgressMeter,
        to output: @escaping BackupMaker.Output
    ) throws {
        archive = try ArchiveWriter(compression: compression, to: output)
        manifestPath = manifest
        self.manifest = try ManifestWriter(making: manifest)
        self.made = Int64(made.timeIntervalSince1970)
        self.meter = meter
    }

    /// Adds a text that describes the backup.
    func addExtra(_ text: Data, as path: String) throws {
        var rest = text
        try archive.add(
            "\(BackupPath.top)/\(path)", size: Int64(text.count), modified: made
        ) { write in
            try manifest.add(
                path,
                from: { piece in
                    let count = rest.copyBytes(to: piece)
                    rest = rest.dropFirst(count)
                    return count
                }, write)
        }
    }

    /// Adds a file.
    ///
    /// - Throws: ``FileError``; ``BackupError`` if it is shorter than expected.
    func add(_ file: BackupContents.File) throws {
        try add(file, from: InputFile(file.source, size: file.size))
    }

    /// Adds a file that others may move, remove or change meanwhile.
    ///
    /// - Returns: the outcome; nil if the file is gone or has another size.
    /// - Throws: ``FileError``.
    func addChanging(_ file: BackupContents.File) throws -> Completeness? {
        guard
            let input = try InputFile.ifUnchanged(
                file.source, name: file.sourceName, size: file.size)
        else { return nil }
        try add(file, from: input)
        return input.isCutOff ? .cutOff : .whole
    }

    /// Records that an announced file is missing.
    func leaveOut(_ file: BackupContents.File) {
        leftOut.add(file.path, bytes: file.size)
        meter.add(Int(file.size))
    }

    private func add(_ file: BackupContents.File, from input: InputFile) throws {
        try archive.add(
            "\(BackupPath.top)/\(file.path)", size: file.size, modified: file.modified
        ) { write in
            try manifest.add(file.path, from: input.read) { bytes in
                try write(bytes)
                meter.add(bytes.count)
            }
        }
    }

    /// Adds the list of missing files, if any, and the manifest, and ends the archive.
    func finish() throws {
        if leftOut.files > 0 {
            try addExtra(BackupDescription.encoder.encode(leftOut), as: BackupPath.leftOut)
        }
        try manifest.close()
        var status = stat()
        guard stat(manifestPath, &status) == 0 else {
            throw FileError(path: manifestPath, code: errno)
        }
        let size = Int64(status.st_size)
        let input = try InputFile(manifestPath, size: size)
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        try archive.add(
            "\(BackupPath.top)/\(BackupPath.manifest)", size: size, modified: made
        ) { write in
            try piece.withUnsafeMutableBytes { piece in
                while case let count = try input.read(piece), count > 0 {
                    try write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                }
            }
        }
        try archive.finish()
    }
}
