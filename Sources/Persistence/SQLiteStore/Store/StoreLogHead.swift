import Foundation

/// The beginning of a store's log.
///
/// See <https://www.sqlite.org/fileformat2.html#walformat>.
struct StoreLogHead {
    private static let size = 32

    /// Whether it begins as a log does.
    let isLog: Bool
    /// The size of the pages, in bytes.
    let pageSize: Int
    /// What the frames repeat that belong to it.
    let salt: Data
    /// The checksum with which that of the frames begins.
    let checksum: StoreLogChecksum
    /// Whether SQLite reads on.
    let isRight: Bool

    /// Nil if there is no log, or an empty one.
    init?(path: String) throws {
        guard let file = try Self.open(path) else { return nil }
        defer { try? file.close() }
        try self.init(file)
    }

    /// Reads from the start of a file.
    init?(_ file: FileHandle) throws {
        let bytes = try file.read(upToCount: Self.size) ?? Data()
        guard bytes.contains(where: { $0 != 0 }) else { return nil }
        isLog = bytes.count == Self.size && bytes.number(at: 0) & ~1 == 0x377F_0682
        pageSize = Int(bytes.number(at: 8))
        salt = bytes.dropFirst(16).prefix(8)
        var checksum = StoreLogChecksum(isBigEndian: bytes.number(at: 0) & 1 == 1)
        checksum.add(bytes.prefix(24))
        self.checksum = checksum
        isRight =
            isLog && checksum.isRight(bytes, at: 24) && (512...65_536).contains(pageSize)
            && pageSize & (pageSize - 1) == 0
    }

    /// Nil if there is no log. One that may not be read is for SQLite to report.
    static func open(_ path: String) throws -> FileHandle? {
        guard access(path, R_OK) == 0 else { return nil }
        return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }
}

/// The checksum of a log, which goes on from frame to frame.
struct StoreLogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes, in number a multiple of eight.
    mutating func add(_ bytes: Data) {
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                first &+= word(bytes, offset) &+ second
                second &+= word(bytes, offset + 4) &+ first
            }
        }
    }

    func isRight(_ bytes: Data, at offset: Int) -> Bool {
        bytes.number(at: offset) == first && bytes.number(at: offset + 4) == second
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}

extension Data {
    /// The number in the four bytes at an offset, the first one being the greatest; 0 where there are none.
    func number(at offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
