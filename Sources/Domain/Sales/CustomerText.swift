import Persistence

/// What can be searched of all customers, in memory, and the order of their names.
struct CustomerText: Sendable {
    /// One customer's texts.
    struct Entry {
        var number: Int64
        var name: String
        var emailid: String
        var contactno: String
        /// The numbers beside the first.
        var others: [String] = []
    }

    /// Bytes that stand before each part of a row, and at its end. No text has them.
    private enum Mark {
        static let name: UInt8 = 1
        static let emailid: UInt8 = 2
        static let digits: UInt8 = 3
        static let end: UInt8 = 4
    }

    /// The record numbers, by row; 0 where a customer is gone.
    private var numbers: [Int64] = []
    private var rows = ByteRows()
    private var sortKeys = ByteRows()
    private var rowsByEmailid = RowChains()
    private var rowsByDigits = RowChains()
    /// The row of each record.
    private var rowOfRecord: [Int64: Int] = [:]
    /// The rows, by name.
    private var order: [Int] = []

    init(_ entries: [Entry]) {
        for entry in entries { _ = appendRow(entry) }
        let keys = sortKeys
        order = Array(numbers.indices)
        order.sort { keys.isRow($0, before: $1) }
    }

    /// The number of customers.
    var count: Int { order.count }

    /// Whether so many rows are of no use any more that all should be made anew.
    var isWorn: Bool { numbers.count > 2 * order.count + 1_000 }

    /// The record numbers in the order of the names.
    var numbersByName: [Int64] { order.map { numbers[$0] } }

    /// Adds a customer, in the place of the one with the number.
    mutating func insert(_ entry: Entry) {
        remove(entry.number)
        let row = appendRow(entry)
        order.insert(row, at: place(of: row))
    }

    mutating func remove(_ number: Int64) {
        guard let row = rowOfRecord.removeValue(forKey: number) else { return }
        order.remove(at: place(of: row))
        numbers[row] = 0
    }

    /// The record numbers of the customers who have every word, in the order of their names.
    ///
    /// - Parameters:
    ///   - words: the words.
    ///   - others: for each word those who count as having it anyway.
    func numbers(with words: [String], others: [[Int64]]) -> [Int64] {
        var fitting = [Bool](repeating: true, count: numbers.count)
        for (word, others) in zip(words, others) {
            let patterns = Self.patterns(word)
            // What shows nothing is in every text.
            guard !patterns.contains([]) else { continue }
            var marks = [Bool](repeating: false, count: numbers.count)
            for pattern in patterns { rows.mark(pattern, in: &marks) }
            for number in others { if let row = rowOfRecord[number] { marks[row] = true } }
            for row in fitting.indices where !marks[row] { fitting[row] = false }
        }
        return order.lazy.filter { fitting[$0] }.map { numbers[$0] }
    }

    /// The record numbers of those who have the same e-mail address or the same digits.
    func numbers(emailid: String?, contactno: String?) -> [Int64] {
        let emailid = emailid.map(SearchFolding.folded) ?? []
        let digits = contactno.map(Self.digits) ?? []
        let rows =
            rowsByEmailid.rows(of: emailid).filter {
                has([Mark.emailid] + emailid + [Mark.digits], in: $0)
            }
            + rowsByDigits.rows(of: digits).filter {
                has([Mark.digits] + digits + [Mark.end], in: $0)
            }
        return Set(rows).sorted { isRow($0, before: $1) }.map { numbers[$0] }
    }

    // MARK: - Beneath

    private mutating func appendRow(_ entry: Entry) -> Int {
        let row = numbers.count
        numbers.append(entry.number)
        rowOfRecord[entry.number] = row
        let (emailid, digits) = (SearchFolding.folded(entry.emailid), Self.digits(entry.contactno))
        rows.append(
            [Mark.name] + SearchFolding.folded(entry.name) + [Mark.emailid] + emailid
                + [Mark.digits] + digits + [Mark.end]
                + entry.others.flatMap { [Mark.digits] + Self.digits($0) + [Mark.end] })
        rowsByEmailid.append(emailid)
        rowsByDigits.append(digits)
        sortKeys.append(FetchSortDescriptor.Comparison.localizedStandard.sortKey(entry.name))
        return row
    }

    /// Whether a row is of a customer who is there, and has some bytes.
    private func has(_ pattern: [UInt8], in row: Int) -> Bool {
        numbers[row] != 0 && rows.row(row, contains: pattern)
    }

    /// Where a row stands among the names, or would.
    private func place(of row: Int) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if isRow(order[middle], before: row) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a row comes before another by name; equal names by the age of their rows.
    private func isRow(_ row: Int, before other: Int) -> Bool {
        sortKeys.isRow(row, before: other) || (!sortKeys.isRow(other, before: row) && row < other)
    }

    /// What a word looks like in a row: as a text, and as digits if it may be part of a number.
    private static func patterns(_ word: String) -> [[UInt8]] {
        let text = SearchFolding.pattern(of: word)
        guard text.allSatisfy("0123456789+-()./".utf8.contains) else { return [text] }
        let digits = digits(String(decoding: text, as: UTF8.self))
        return digits.isEmpty || digits == text ? [text] : [text, digits]
    }

    /// The digits of a number; the international prefix, 00 or +, is left out.
    private static func digits(_ text: String) -> [UInt8] {
        let digits = text.utf8.filter { $0 &- 48 < 10 }
        let isInternational = digits.count > 8 && digits.starts(with: [48, 48])
        return isInternational ? Array(digits.dropFirst(2)) : digits
    }
}
