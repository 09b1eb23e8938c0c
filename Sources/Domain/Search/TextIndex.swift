import Persistence

/// Finds records by words and parts of words, without case and accents, and keeps a few facts of each
/// beside its text.
///
/// All texts lie in one piece of memory: a search goes through it once for each word, leaping from one
/// place with the word's rarest byte to the next. A record takes its text and some 40 bytes.
struct TextIndex<Facts: Sendable>: Sendable {
    /// Bytes that stand behind each text, and at the end of a row. No text has them.
    private static var textEnd: UInt8 { 1 }
    private static var rowEnd: UInt8 { 2 }

    /// The record numbers, by row; 0 where a record is gone.
    private var numbers: [Int64] = []
    private var facts: [Facts] = []
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
        numbers.append(number)
        self.facts.append(facts)
        var row: [UInt8] = []
        for text in texts where !text.isEmpty { row += Self.folded(text) + [Self.textEnd] }
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

    /// Goes through the records that have every word, in the order in which they were added.
    func forEach(with words: [String], _ body: (Int64, Facts) -> Void) {
        forEachRow(with: words.map(Self.folded)) { row, number in body(number, facts[row]) }
    }

    /// Goes through the rows, and the numbers of their records, that have all of some folded words.
    func forEachRow(with patterns: [[UInt8]], _ body: (Int, Int64) -> Void) {
        var fitting = numbers.map { $0 != 0 }
        for pattern in patterns where !pattern.isEmpty {
            var marks = [Bool](repeating: false, count: numbers.count)
            rows.mark(pattern, in: &marks)
            for row in fitting.indices where !marks[row] { fitting[row] = false }
        }
        for row in fitting.indices where fitting[row] { body(row, numbers[row]) }
    }

    static func folded(_ text: String) -> [UInt8] {
        FetchComparison.Options([.caseInsensitive, .diacriticInsensitive]).folded(text)
            .filter { $0 >= 0x20 }
    }
}
