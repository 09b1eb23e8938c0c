/// The numbers by which a list is ordered, with quick answers to which one stands at an index and
/// at which index one stands, in lists of a million as in lists of a hundred.
///
/// It is a sorted sequence in chunks of a few hundred entries: an edit moves one chunk's entries. The value of
/// each record is known beside it, so that one is found of which only the number is known.
struct RankedOrder {
    /// One record of the list.
    struct Entry: Comparable, Hashable {
        var value: Double
        var recordNumber: Int64

        static func < (first: Entry, second: Entry) -> Bool {
            first.value == second.value
                ? first.recordNumber < second.recordNumber : first.value < second.value
        }
    }

    private static let chunkSize = 512
    private var chunks: [[Entry]]
    /// The number of entries in each chunk, beside each other so that adding them up is quick.
    private var counts: [Int]
    private(set) var count: Int
    private var values = RecordValues()

    /// - Parameter entries: the records in their order.
    init(_ entries: [Entry]) {
        count = entries.count
        chunks = stride(from: 0, to: entries.count, by: Self.chunkSize).map {
            Array(entries[$0..<min($0 + Self.chunkSize, entries.count)])
        }
        counts = chunks.map(\.count)
        for entry in entries { values[entry.recordNumber] = entry.value }
    }

    /// The record at an index; nil outside the list.
    subscript(index: Int) -> Entry? {
        var rest = index
        guard rest >= 0, rest < count else { return nil }
        for (chunk, count) in counts.enumerated() {
            if rest < count { return chunks[chunk][rest] }
            rest -= count
        }
        return nil
    }

    /// The index of a record, or nil if it is not there.
    func index(of entry: Entry) -> Int? {
        guard let (chunk, position) = place(of: entry) else { return nil }
        return counts[..<chunk].reduce(position, +)
    }

    /// Adds a record, or gives one that is there its place by another value.
    mutating func insert(_ entry: Entry) {
        guard values[entry.recordNumber] != entry.value else { return }
        remove(entry.recordNumber)
        values[entry.recordNumber] = entry.value
        count += 1
        guard let chunk = chunkIndex(for: entry) ?? chunks.indices.last else {
            chunks = [[entry]]
            counts = [1]
            return
        }
        chunks[chunk].insert(entry, at: chunks[chunk].partitionPoint { $0 < entry })
        counts[chunk] += 1
        if counts[chunk] > 2 * Self.chunkSize { split(chunk) }
    }

    /// Takes a record out. Returns whether it was there.
    @discardableResult
    mutating func remove(_ recordNumber: Int64) -> Bool {
        guard let value = values[recordNumber],
            let (chunk, position) = place(of: Entry(value: value, recordNumber: recordNumber))
        else { return false }
        values[recordNumber] = nil
        chunks[chunk].remove(at: position)
        counts[chunk] -= 1
        count -= 1
        if counts[chunk] == 0 {
            chunks.remove(at: chunk)
            counts.remove(at: chunk)
        }
        return true
    }

    private func place(of entry: Entry) -> (chunk: Int, position: Int)? {
        guard let chunk = chunkIndex(for: entry) else { return nil }
        let position = chunks[chunk].partitionPoint { $0 < entry }
        guard position < counts[chunk], chunks[chunk][position] == entry else { return nil }
        return (chunk, position)
    }

    /// The first chunk that does not end before an entry.
    private func chunkIndex(for entry: Entry) -> Int? {
        let index = chunks.partitionPoint { chunk in chunk.last.map { $0 < entry } ?? true }
        return index < chunks.count ? index : nil
    }

    private mutating func split(_ chunk: Int) {
        let half = counts[chunk] / 2
        chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
        chunks[chunk].removeSubrange(half...)
        counts.insert(counts[chunk] - half, at: chunk + 1)
        counts[chunk] = half
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
