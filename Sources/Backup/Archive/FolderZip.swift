import Domain
import Foundation

/// The files of a folder as a zip file, for machines without tar or zstd.
public struct FolderZip: Sendable {
    /// Receives the bytes of the zip file in order.
    public typealias Output = (UnsafeRawBufferPointer) throws -> Void

    private let folder: String
    private let paths: [String]

    /// - Parameters:
    ///   - folder: the folder.
    ///   - paths: the relative paths of its files in order, in ASCII.
    public init(_ folder: String, paths: [String]) {
        self.folder = folder
        self.paths = paths
    }

    /// Writes the zip file.
    ///
    /// - Parameter name: the name of the top folder in it.
    /// - Throws: ``BackupError``, ``FileError``, errors of the output.
    public func write(as name: String, to output: @escaping Output) throws {
        let archive = try ArchiveWriter(zipTo: output)
        for path in paths { try add(path, name, to: archive) }
        try archive.finish()
    }

    private func add(_ path: String, _ name: String, to archive: ArchiveWriter) throws {
        let source = "\(folder)/\(path)"
        let descriptor = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileError(path: source, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: source, code: errno) }
        let size = Int64(status.st_size)
        try archive.add(
            "\(name)/\(path)", size: size, modified: Int64(status.st_mtim.tv_sec)
        ) { give in
            var piece = [UInt8](repeating: 0, count: 256 * 1024)
            var rest = size
            while rest > 0 {
                let count = piece.withUnsafeMutableBytes {
                    read(descriptor, $0.baseAddress, min($0.count, Int(rest)))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileError(path: source, code: errno) }
                try piece.withUnsafeBytes {
                    try give(UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
                rest -= Int64(count)
            }
        }
    }
}
