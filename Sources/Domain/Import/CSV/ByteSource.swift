import Foundation

/// The bytes of a file, or of what is in memory, from any place.
struct ByteSource: Sendable {
    private enum Place {
        case memory(Data)
        case file(TemporaryFile)
    }

    private let place: Place
    /// How many there are.
    let count: Int

    init(_ data: Data) {
        place = .memory(data)
        count = data.count
    }

    /// - Throws: ``FileError``.
    init(contentsOf path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        let file = TemporaryFile(descriptor: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, code: errno) }
        place = .file(file)
        count = Int(status.st_size)
    }

    /// The bytes of a range; fewer at the end.
    ///
    /// - Throws: ``FileError``.
    func bytes(from start: Int, count: Int) throws -> [UInt8] {
        let end = min(start + count, self.count)
        guard start < end else { return [] }
        switch place {
        case .memory(let data):
            return Array(data[data.startIndex + start..<data.startIndex + end])
        case .file(let file): return try file.bytes(from: start, count: end - start)
        }
    }
}
