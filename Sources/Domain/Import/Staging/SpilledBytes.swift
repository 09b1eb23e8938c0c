import Foundation

/// A list of byte strings in a file, each followed by an end byte, so that only the position of each takes
/// memory.
final class SpilledBytes: Sendable {
    /// The error for a truncated file.
    struct CutOff: Error {}

    /// The file; nil for no byte strings.
    private let file: TemporaryFile?
    /// The offset of the first byte string.
    private let start: Int
    private let ends: EndPositions

    fileprivate init(_ file: TemporaryFile?, from start: Int, endsAt ends: EndPositions) {
        (self.file, self.start, self.ends) = (file, start, ends)
    }

    /// An empty list.
    convenience init() { self.init(nil, from: 0, endsAt: EndPositions()) }

    /// Reads the byte strings of a file.
    ///
    /// - Parameters:
    ///   - start: the offset of the first byte string.
    ///   - end: the byte after each byte string, which none contains.
    /// - Throws: ``FileError``, and ``CutOff``.
    convenience init(_ file: TemporaryFile, from start: Int, endingWith end: UInt8) throws {
        var ends = EndPositions()
        var position = start
        while case let piece = try file.bytes(from: position, count: Self.pieceLength),
            !piece.isEmpty
        {
            piece.withUnsafeBufferPointer { bytes in
                for (index, byte) in bytes.enumerated() where byte == end {
                    ends.append(position + index)
                }
            }
            position += piece.count
        }
        if position != (ends.last.map { $0 + 1 } ?? start) { throw CutOff() }
        self.init(file, from: start, endsAt: ends)
    }

    var count: Int { ends.count }

    /// - Throws: ``FileError``, and ``CutOff``.
    func bytes(at index: Int) throws -> [UInt8] {
        let start = index == 0 ? start : ends[index - 1] + 1
        let count = ends[index] - start
        let bytes = try file?.bytes(from: start, count: count)
        guard let bytes, bytes.count == count else { throw CutOff() }
        return bytes
    }

    fileprivate static let pieceLength = 1 << 16
}

/// Growing positions in a file, which take four bytes each.
private struct EndPositions {
    /// The first position of each block.
    private var blocks: [Int] = []
    /// The distances from the first position of the block, whose byte strings have less than 4 GB by the limits of
    /// rows.
    private var distances: [UInt32] = []
    private static let blockLength = 256

    var count: Int { distances.count }
    var last: Int? { count == 0 ? nil : self[count - 1] }

    mutating func append(_ position: Int) {
        if count.isMultiple(of: Self.blockLength) { blocks.append(position) }
        distances.append(UInt32(clamping: position - blocks[blocks.count - 1]))
    }

    subscript(index: Int) -> Int { blocks[index / Self.blockLength] + Int(distances[index]) }
}

/// Writes byte strings to an unnamed file.
struct SpilledBytesWriter {
    private var buffer: [UInt8] = []
    private var ends = EndPositions()
    private var written = 0
    private var file: TemporaryFile?

    var count: Int { ends.count }

    /// - Throws: ``FileError``.
    mutating func append(_ bytes: [UInt8]) throws {
        buffer += bytes
        ends.append(written + buffer.count)
        buffer.append(PackedTexts.rowEnd)
        if buffer.count > SpilledBytes.pieceLength { try flush() }
    }

    /// The byte strings so far, after which the writer is empty.
    ///
    /// - Throws: ``FileError``.
    mutating func finish() throws -> SpilledBytes {
        defer { self = SpilledBytesWriter() }
        try flush()
        return SpilledBytes(file, from: 0, endsAt: ends)
    }

    private mutating func flush() throws {
        let file = try self.file ?? TemporaryFile()
        self.file = file
        try file.append(buffer)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

/// An unnamed file, which the system removes when it is closed or the program ends, or a named file
/// opened for reading.
final class TemporaryFile: Sendable {
    let descriptor: CInt

    /// Makes an empty, unnamed file.
    ///
    /// - Throws: ``FileError``.
    convenience init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/homeowner-\(UUID().uuidString)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        unlink(path)
        self.init(descriptor: descriptor)
    }

    /// Opens a file for reading; nil if there is none.
    ///
    /// - Throws: ``FileError``.
    convenience init?(reading path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Takes ownership of an open file.
    init(descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// - Throws: ``FileError``.
    func append(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    throw FileError(path: Self.shownName, code: count == 0 ? EIO : errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// - Throws: ``FileError``.
    func bytes() throws -> [UInt8] { try bytes(from: 0, count: size()) }

    /// - Throws: ``FileError``.
    func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(path: Self.shownName, code: errno)
        }
        return Int(status.st_size)
    }

    /// Whether it is still the file at a path.
    func isAt(_ path: String) -> Bool {
        var own = stat()
        var named = stat()
        return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0
            && own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// Reads the bytes of a range, fewer at the end of the file.
    ///
    /// - Throws: ``FileError``.
    func bytes(from start: Int, count: Int) throws -> [UInt8] {
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
                let length = pread(descriptor, rest.baseAddress, rest.count, off_t(start + filled))
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                guard length > 0 else { return }
                filled += length
            }
        }
        guard failure == 0 else { throw FileError(path: Self.shownName, code: failure) }
        return bytes
    }

    private static let shownName = "a file in \(FileManager.default.temporaryDirectory.path)"
}
