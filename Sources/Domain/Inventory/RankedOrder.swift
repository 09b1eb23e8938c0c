/// The numbers by which a list is ordered, with quick answers to which one stands at an index and
/// at which index one stands, in lists of a million as in lists of a hundred.
///
/// It is a sorted sequence in chunks of a few hundred entries: an edit moves one chunk's entries.
struct RankedOrder {
    /// One record of the list.
    struct Entry: Comparable {
        var value: Double
        var recordNumber: Int64

        static func < (first: Entry, second: Entry) -> Bool {
            first.value == second.value
                ? first.recordNumber < second.recordNumber : first.value < second.value
        }
    }

    private static let chunkSize = 512
    private var chunks: [[Entry]]
    private(set) var count: Int

    /// - Parameter entries: the records in their order.
    init(_ entries: [Entry]) {
        count = entries.count
        chunks = stride(from: 0, to: entries.count, by: Self.chunkSize).map {
            Array(entries[$0..<min($0 + Self.chunkSize, entries.count)])
        }
    }

    /// The record at an index.
    subscript(index: Int) -> Entry? {
        var rest = index
        guard rest >= 0 else { return nil }
        for chunk in chunks {
            if rest < chunk.count { return chunk[rest] }
            rest -= chunk.count
        }
        return nil
    }

    /// The index of a record, or nil if it is not there.
    func index(of entry: Entry) -> Int? {
        guard let chunk = chunkIndex(for: entry) else { return nil }
        let position = chunks[chunk].partitionPoint { $0 < entry }
        guard position < chunks[chunk].count, chunks[chunk][position] == entry else { return nil }
        return chunks[..<chunk].reduce(position) { $0 + $1.count }
    }

    mutating func insert(_ entry: Entry) {
        count += 1
        guard let chunk = chunkIndex(for: entry) ?? chunks.indices.last else {
            chunks = [[entry]]
            return
        }
        chunks[chunk].insert(entry, at: chunks[chunk].partitionPoint { $0 < entry })
        if chunks[chunk].count > 2 * Self.chunkSize {
            let half = chunks[chunk].count / 2
            chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
            chunks[chunk].removeSubrange(half...)
        }
    }

    /// Takes a record out. Returns whether it was there.
    @discardableResult
    mutating func remove(_ entry: Entry) -> Bool {
        guard let chunk = chunkIndex(for: entry) else { return false }
        let position = chunks[chunk].partitionPoint { $0 < entry }
        guard position < chunks[chunk].count, chunks[chunk][position] == entry else { return false }
        chunks[chunk].remove(at: position)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
        return true
    }

    /// The first chunk that does not end before an entry.
    private func chunkIndex(for entry: Entry) -> Int? {
        let index = chunks.partitionPoint { chunk in chunk.last.map { $0 < entry } ?? true }
        return index < chunks.count ? index : nil
    }
}

extension Array {
    /// The first index at which a condition fails that holds for all earlier elements.
    fileprivate func partitionPoint(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
