import Foundation
import Synchronization

/// The checksums of pictures, kept when they come in, so that a check can tell a file that was
/// damaged on the disk.
///
/// They are lines of one file of the data directory in the form of `sha256sum`, with the latest at the
/// end. The line is written before the picture is in its place: while one picture replaces another,
/// both are right. So a picture is sound if any line of its path says so. What a loss of power takes of
/// the file is a checksum that is not known, which is no fault.
public struct PictureChecksums: Sendable {
    /// The name of the file in the data directory.
    public static let fileName = "pictures.sha256"

    /// Lines of one process come one after the other.
    private static let turn = Mutex<Void>(())

    private let path: String

    /// - Parameter directory: the data directory of the pictures.
    public init(directory: DataDirectory) {
        path = directory.checksums
    }

    /// Notes what a picture is to be.
    ///
    /// - Parameters:
    ///   - file: where it is now.
    ///   - place: where it will be, as a path in the data directory: `images/KEY`.
    /// - Throws: ``FileError``.
    public func note(_ file: String, at place: String) throws {
        try note(FileChecksum(ofFileAt: file), at: place)
    }

    /// Notes the checksum of a picture.
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

    /// All that is known, by the paths of the pictures in the data directory.
    ///
    /// - Throws: errors of the file system. A line that was cut off is passed over.
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
