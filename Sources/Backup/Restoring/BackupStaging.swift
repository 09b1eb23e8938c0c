import Domain
import Foundation

/// The folder for the files of a backup while it is read, with notes of their checksums.
final class BackupStaging {
    /// The folder that becomes a data directory.
    let path: String
    /// The number of bytes of entries that were read.
    var readCount: Int64 = 0
    /// Whether a file is kept; others are only compared.
    private let keeps: (_ place: String) -> Bool
    private let pace: OutputFile.Pace
    private let notes: String
    private let observed: ManifestWriter

    /// - Parameters:
    ///   - path: an empty folder.
    ///   - notes: an empty folder for temporary notes.
    ///   - pace: the time at which files go to the disk. Default: at once.
    ///   - keeps: whether to keep a file, by its path in a data directory.
    init(
        path: String, notes: String, pace: OutputFile.Pace = .early,
        keeping keeps: @escaping (_ place: String) -> Bool
    ) throws {
        self.pace = pace
        self.path = path
        self.notes = notes
        self.keeps = keeps
        observed = try ManifestWriter(making: notes + "/observed")
    }

    /// - Throws: ``BackupError`` if the disk does not have enough room.
    func checkRoom(for bytes: Int64) throws {
        guard keeps("images") else { return }
        let free = try Disk.freeBytes(at: path)
        guard bytes <= free else {
            throw BackupError(
                "The backup needs \(ByteText.text(bytes)) and the disk of \(path) has "
                    + "\(ByteText.text(free)) left.")
        }
    }

    /// Keeps a file.
    ///
    /// - Parameter place: the bytes of its path in a data directory.
    func take(
        _ path: String, at place: [UInt8], modified: Int64, from source: ManifestWriter.Source
    ) throws {
        let text = String(decoding: place, as: UTF8.self)
        guard keeps(text) else { return try note(path, from: source) }
        let target = Array("\(self.path)/".utf8) + place
        try makeFolder(of: place)
        let file: OutputFile
        do {
            file = try OutputFile(making: "\(self.path)/\(text)", name: target, pace: pace)
        } catch let error as FileError where error.code == EEXIST {
            throw BackupError("The archive has “\(path)” twice, or another file for its place.")
        }
        try observed.add(path, from: source, to: file) {
            let time = timeval(tv_sec: Int(modified), tv_usec: 0)
            _ = utimes(target.cString, [time, time])
        }
    }

    /// Notes the checksum of a file without keeping it.
    func note(
        _ path: String, from source: ManifestWriter.Source,
        _ body: (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws {
        try observed.add(path, from: source, body)
    }

    func takeManifest(from source: ManifestWriter.Source) throws {
        let file = try OutputFile(making: notes + "/manifest")
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        try piece.withUnsafeMutableBytes { piece in
            while case let count = try source(piece), count > 0 {
                try file.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            }
        }
        try file.close()
    }

    /// Compares the notes with the manifest line by line.
    ///
    /// - Throws: ``BackupError`` that names the first file that differs.
    func compareWithManifest() throws {
        try observed.close()
        let read = try LineReader(path: notes + "/observed")
        let stated = try LineReader(path: notes + "/manifest")
        while let line = try read.next() {
            let observed = try ManifestLine(line)
            // A malformed line matches no file.
            guard let text = try stated.next(), let expected = try? ManifestLine(text),
                expected.path == observed.path
            else {
                throw BackupError("The file “\(observed.path)” is not where the manifest has it.")
            }
            guard expected == observed else {
                throw BackupError("The file “\(observed.path)” is not what the manifest says.")
            }
        }
        guard try stated.next() == nil else {
            throw BackupError("The manifest names files that the archive does not have.")
        }
    }

    /// Creates the parent folders of a file in the staging folder.
    private func makeFolder(of place: [UInt8]) throws {
        var folder = Array(path.utf8)
        for part in place.split(separator: UInt8(ascii: "/")).dropLast() {
            folder += [UInt8(ascii: "/")] + part
            guard mkdir(folder.cString, 0o700) == 0 || errno == EEXIST else {
                throw FileError(path: String(decoding: folder, as: UTF8.self), code: errno)
            }
        }
    }
}
