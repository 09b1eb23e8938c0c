import Persistence

/// Finds records by words and parts of words, folded (`SearchFolding`), and keeps a few facts of each
/// beside its text.
///
/// All texts lie in one piece of memory: a search goes through it once for each word, leaping from one
/// place with the word's rarest byte to the next. A record takes its text and some 40 bytes.
struct TextIndex<Facts: Sendable>: Sendable {
    /// Bytes that stand behind each text, and at the end of a row. No text has them.
    private static var textEnd: UInt8 { 1 }
    private static var rowEnd: UInt8 { 2 }

    /// The record numbers, by row; 0 where a record is gone.
    private(set) var numbers: [Int64] = []
    private(set) var facts: [Facts] = []
    private(set) var rows = ByteRows()
    private var rowOfRecord: [Int64: Int32] = [:]

    /// The number of records.
    var count: Int { rowOfRecord.count }

    /// Whether so many rows are of no use any more that all should be made anew.
    var isWorn: Bool { numbers.count > 2 * count + 1_000 }

    /// Adds a record, in the place of the one with its number.
    mutating func insert(_ number: Int64, _ texts: [String], _ facts: Facts) {
        remove(number)
        rowOfRecord[number] = Int32(clamping: numbers.count)
        numbers.makeRoom(for: 1)
        self.facts.makeRoom(for: 1)
        numbers.append(number)
        self.facts.append(facts)
        var row: [UInt8] = []
        for text in texts where !text.isEmpty { row += SearchFolding.folded(text) + [Self.textEnd] }
        rows.append(row + [Self.rowEnd])
    }

    /// Gives a record other facts, and leaves its text as it is. Returns whether it is there.
    @discardableResult
    mutating func update(_ number: Int64, _ facts: Facts) -> Bool {
        guard let row = rowOfRecord[number] else { return false }
        self.facts[Int(row)] = facts
        return true
    }

    mutating func remove(_ number: Int64) {
        guard let row = rowOfRecord.removeValue(forKey: number) else { return }
        numbers[Int(row)] = 0
    }

    /// Changes the facts of a record.
    mutating func amend(_ number: Int64, _ change: (inout Facts) -> Void) {
        guard let row = rowOfRecord[number] else { return }
        change(&facts[Int(row)])
    }

    /// The facts of a record; nil if it is not there.
    func facts(of number: Int64) -> Facts? { rowOfRecord[number].map { self[$0] } }

    /// The facts of a row.
    subscript(row: Int32) -> Facts { facts[Int(row)] }

    /// The record number of a row.
    func number(ofRow row: Int32) -> Int64 { numbers[Int(row)] }

    /// Goes through the records that have every word, in the order in which they were added.
    func forEach(with words: [String], _ body: (Int64, Facts) -> Void) {
        for row in matchingRows(with: words.map(SearchFolding.pattern)) {
            body(number(ofRow: row), self[row])
        }
    }

    /// The rows that have every one of some patterns, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - further: for the place of a word, the numbers of records that have it elsewhere; empty for none.
    ///   - other: for the place of a word, another way in which a record may have it; nil for none.
    func matchingRows(
        with patterns: [[UInt8]], and further: [[Int64]] = [],
        or other: (Int) -> ((Facts) -> Bool)? = { _ in nil }
    ) -> [Int32] {
        var fitting = numbers.map { $0 != 0 }
        for (index, pattern) in patterns.enumerated() where !pattern.isEmpty {
            var marks = [Bool](repeating: false, count: numbers.count)
            rows.mark(pattern, in: &marks)
            if further.indices.contains(index) {
                for case let row? in further[index].map({ rowOfRecord[$0] }) {
                    marks[Int(row)] = true
                }
            }
            let isOtherwise = other(index)
            for row in fitting.indices where fitting[row] && !marks[row] {
                fitting[row] = isOtherwise?(facts[row]) ?? false
            }
        }
        return fitting.indices.compactMap { fitting[$0] ? Int32(clamping: $0) : nil }
    }
}
