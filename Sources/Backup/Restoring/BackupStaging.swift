import Domain
import Foundation

/// Where the files of a backup go while it is read, with notes of what they were.
final class BackupStaging {
    /// The folder that becomes a data directory.
    let path: String
    /// How many bytes of entries were read.
    var readCount: Int64 = 0
    /// Which files are kept; the others are only compared.
    private let keeps: (_ place: String) -> Bool
    private let pace: OutputFile.Pace
    private let notes: String
    private let observed: ManifestWriter

    /// - Parameters:
    ///   - path: an empty folder.
    ///   - notes: an empty folder for notes, which are of no use afterwards.
    ///   - pace: when the disk gets the files. Default: at once.
    ///   - keeps: says which files are kept, by their paths in a data directory.
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

    /// - Throws: ``BackupError`` if the disk has no room for so many bytes.
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

    /// Notes what a file was, without keeping it.
    func note(
        _ path: String, from source: ManifestWriter.Source,
        _ body: (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws {
        try observed.add(path, from: source, body)
    }

    /// Keeps the manifest.
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

    /// Compares what was read with what the manifest says, line by line.
    ///
    /// - Throws: ``BackupError`` that names the first file that is otherwise.
    func compareWithManifest() throws {
        try observed.close()
        let read = try LineReader(path: notes + "/observed")
        let stated = try LineReader(path: notes + "/manifest")
        while let line = try read.next() {
            let observed = try ManifestLine(line)
            // A line that cannot be read has no file.
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

    /// Makes the folders above a file, below the staging folder.
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
