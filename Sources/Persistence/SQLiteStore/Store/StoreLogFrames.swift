import Foundation

/// The saves in a store's log, as SQLite reads them when nobody has the store open: up to the last save whose
/// checksums are right. A log whose head is not right is none for it.
///
/// See <https://www.sqlite.org/fileformat2.html#walformat>.
struct StoreLogFrames {
    /// The size of the pages, in bytes.
    let pageSize: Int
    /// How many pages the database has after the last save; nil if there is none.
    private(set) var pageCount: Int?
    /// How many of them it says that there are, in its first page; nil if that page is not in the log.
    private(set) var statedPageCount: Int?
    /// The numbers of the pages that the saves have written.
    private(set) var pages: Set<Int> = []
    /// How many bytes the last frame lacks.
    private(set) var missingByteCount = 0

    private static let headSize = 32
    private static let frameHeadSize = 24

    /// Nil for a file that is empty, or no log.
    init?(path: String) throws {
        guard access(path, R_OK) == 0 else { return nil }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        guard let head = try file.read(upToCount: Self.headSize), head.count == Self.headSize
        else { return nil }
        var checksum = Checksum(isBigEndian: head.number(at: 0) & 1 == 1)
        checksum.add(head.prefix(24))
        let size = Int(head.number(at: 8))
        guard head.number(at: 0) & ~1 == 0x377F_0682, checksum.isRight(head, at: 24),
            (512...65_536).contains(size), size & (size - 1) == 0
        else { return nil }
        pageSize = size
        try read(file, salt: Array(head[16..<24]), checksum)
    }

    private mutating func read(
        _ file: FileHandle, salt: [UInt8], _ start: Checksum
    ) throws {
        let size = Self.frameHeadSize + pageSize
        var checksum = start
        var isValid = true
        var written: Set<Int> = []
        var stated: Int?
        while let frame = try file.read(upToCount: size), !frame.isEmpty {
            guard frame.count == size else {
                missingByteCount = size - frame.count
                return
            }
            // Behind the saves of now stand those of the log before.
            guard isValid else { continue }
            checksum.add(frame.prefix(8))
            checksum.add(frame.dropFirst(Self.frameHeadSize))
            isValid = Array(frame[8..<16]) == salt && checksum.isRight(frame, at: 16)
            guard isValid else { continue }
            let page = Int(frame.number(at: 0))
            written.insert(page)
            if page == 1 { stated = Int(frame.number(at: Self.frameHeadSize + 28)) }
            let countAfterSave = Int(frame.number(at: 4))
            guard countAfterSave > 0 else { continue }
            (pageCount, statedPageCount, pages) = (countAfterSave, stated, written)
        }
    }

    /// Whether the pages of the log and those of a file make up the database that there was after the last save.
    ///
    /// - Parameters:
    ///   - statedCount: how many pages the file says that there are, in its first page.
    ///   - count: how many it has.
    func mayBelong(toFileStating statedCount: Int, of count: Int) -> Bool {
        guard let pageCount else { return true }
        guard statedPageCount ?? statedCount == pageCount else { return false }
        // SQLite locks the bytes there, and writes none.
        let lockPage = 0x4000_0000 / pageSize + 1
        guard count < pageCount else { return true }
        return (count + 1...pageCount).allSatisfy { pages.contains($0) || $0 == lockPage }
    }

    /// The checksum of a log, which goes on from frame to frame.
    private struct Checksum {
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
}

extension Data {
    /// The number in the four bytes at an offset, the first one being the greatest.
    fileprivate func number(at offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
