import Foundation
import Synchronization

/// The checksums of pictures, recorded when they are added, so that a check finds files damaged on
/// the disk.
///
/// They are lines of one file of the data directory in the format of `sha256sum`, latest last. A
/// line is written before its picture is in place, so while one picture replaces another, both are
/// valid: a picture is intact if any line of its path matches. A power loss may lose lines; a
/// missing checksum is not a fault.
public struct PictureChecksums: Sendable {
    /// The name of the file in the data directory.
    public static let fileName = "pictures.sha256"

    /// Serializes the writes of a process.
    private static let turn = Mutex<Void>(())

    private let path: String

    /// - Parameter directory: the data directory of the pictures.
    public init(directory: DataDirectory) {
        path = directory.checksums
    }

    /// Records the checksum of a picture before it is put in place.
    ///
    /// - Parameters:
    ///   - file: its current path.
    ///   - place: its future path in the data directory: `images/KEY`.
    /// - Throws: ``FileError``.
    public func note(_ file: String, at place: String) throws {
        try note(FileChecksum(ofFileAt: file), at: place)
    }

    /// Records a checksum.
    ///
    /// - Throws: ``FileError``.
    public func note(_ checksum: FileChecksum, at place: String) throws {
        let line = Array("\(checksum)  \(place)\n".utf8)
        try Self.turn.withLock { _ in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
            defer { close(descriptor) }
            // One call, so that lines of two processes do not mix.
            guard write(descriptor, line, line.count) == line.count else {
                throw FileError(path: path, code: errno)
            }
        }
    }

    /// All checksums by the paths of the pictures in the data directory.
    ///
    /// - Throws: errors of the file system. A truncated line is skipped.
    public func read() throws -> [String: Set<FileChecksum>] {
        guard access(path, F_OK) == 0 else { return [:] }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var known: [String: Set<FileChecksum>] = [:]
        for line in text.split(separator: "\n") {
            guard let end = line.firstRange(of: "  "),
                let checksum = FileChecksum(line[..<end.lowerBound])
            else { continue }
            known[String(line[end.upperBound...]), default: []].insert(checksum)
        }
        return known
    }
}
