import Foundation

/// Byte strings in their order: few of them are in memory, many in a file, so that a long list takes no
/// memory but for the place of each.
final class SpilledBytes: Sendable {
    /// The file ends before its end.
    struct CutOff: Error {}

    private enum Place {
        case memory([UInt8])
        case file(TemporaryFile)
    }

    private let place: Place
    /// Where the first one begins.
    private let start: Int
    /// Where each one ends.
    private let ends: [Int]
    /// The bytes between two of them.
    private let gap: Int

    fileprivate init(memory: [UInt8], ends: [Int]) {
        place = .memory(memory)
        (start, self.ends, gap) = (0, ends, 0)
    }

    fileprivate init(file: TemporaryFile, ends: [Int]) {
        place = .file(file)
        (start, self.ends, gap) = (0, ends, 0)
    }

    /// None.
    init() {
        place = .memory([])
        (start, ends, gap) = (0, [], 0)
    }

    /// The byte strings of a file, each of which ends with a byte that is in none of them. What comes
    /// behind the last such byte was cut off.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - start: where the first one begins.
    ///   - end: the byte.
    ///   - isWhole: whether nothing may come behind the last one.
    /// - Throws: ``FileError``, and ``CutOff``.
    init(_ file: TemporaryFile, from start: Int, endingWith end: UInt8, isWhole: Bool) throws {
        var ends: [Int] = []
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
        if isWhole, position != (ends.last.map { $0 + 1 } ?? start) { throw CutOff() }
        place = .file(file)
        (self.start, self.ends, gap) = (start, ends, 1)
    }

    /// How many there are.
    var count: Int { ends.count }

    /// One of them.
    ///
    /// - Throws: ``FileError``, and ``CutOff``.
    func bytes(at index: Int) throws -> [UInt8] {
        let start = index == 0 ? start : ends[index - 1] + gap
        switch place {
        case .memory(let bytes): return Array(bytes[start..<ends[index]])
        case .file(let file):
            let bytes = try file.bytes(from: start, count: ends[index] - start)
            guard bytes.count == ends[index] - start else { throw CutOff() }
            return bytes
        }
    }

    private static let pieceLength = 1 << 16
}

/// Writes byte strings, into a file as soon as they are many.
struct SpilledBytesWriter {
    private var buffer: [UInt8] = []
    private var ends: [Int] = []
    private var written = 0
    private var file: TemporaryFile?

    /// The bytes up to which they are in memory.
    private static let mostInMemory = 1 << 18
    private static let pieceLength = 1 << 16

    /// How many there are so far.
    var count: Int { ends.count }

    /// Adds one.
    ///
    /// - Throws: ``FileError``.
    mutating func append(_ bytes: [UInt8]) throws {
        buffer += bytes
        ends.append(written + buffer.count)
        if buffer.count > (file == nil ? Self.mostInMemory : Self.pieceLength) { try flush() }
    }

    /// All of them; the writer is empty afterwards.
    ///
    /// - Throws: ``FileError``.
    mutating func finish() throws -> SpilledBytes {
        defer { self = SpilledBytesWriter() }
        guard file != nil else { return SpilledBytes(memory: buffer, ends: ends) }
        try flush()
        return file.map { SpilledBytes(file: $0, ends: ends) } ?? SpilledBytes()
    }

    private mutating func flush() throws {
        let file = try self.file ?? TemporaryFile()
        self.file = file
        try file.append(buffer)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
