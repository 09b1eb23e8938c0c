import Foundation

/// The saves in a store's log, as SQLite reads them when nobody has the store open: up to the last save whose
/// checksums are right. A log whose head is not right has none for it.
///
/// See <https://www.sqlite.org/fileformat2.html#walformat>.
struct StoreLogFrames {
    let head: StoreLogHead
    /// How many pages the database has after the last save; nil if there is none.
    private(set) var pageCount: Int?
    /// How many of them it says that there are, in its first page; nil if that page is not in the log.
    private(set) var statedPageCount: Int?
    /// The numbers of the pages that the saves have written.
    private(set) var pages: Set<Int> = []
    /// How many bytes the last frame lacks.
    private(set) var missingByteCount = 0

    private static let frameHeadSize = 24

    /// Nil if there is no log, or an empty one.
    init?(path: String) throws {
        guard let file = try StoreLogHead.open(path) else { return nil }
        defer { try? file.close() }
        guard let head = try StoreLogHead(file) else { return nil }
        self.head = head
        if head.isRight { try read(file) }
    }

    private mutating func read(_ file: FileHandle) throws {
        let size = Self.frameHeadSize + head.pageSize
        var checksum = head.checksum
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
            isValid = frame[8..<16] == head.salt && checksum.isRight(frame, at: 16)
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
        let lockPage = 0x4000_0000 / head.pageSize + 1
        guard count < pageCount else { return true }
        return (count + 1...pageCount).allSatisfy { pages.contains($0) || $0 == lockPage }
    }
}
