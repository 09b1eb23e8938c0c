/// What an import would do, row by row.
public struct ImportPlan: Sendable {
    /// The rows, in the order of the file.
    public let rows: PlanRows
    /// How many rows have each verdict.
    public let counts: ImportCounts
    /// What is worth a look before it is done, a sentence each.
    public let warnings: [String]
    /// A text that is the same for plans that do the same to records that are the same.
    public let digest: String

    /// Whether it can be done: no row is refused, and there is something to do.
    public var isApplicable: Bool {
        counts.refused == 0 && counts.new + counts.changed > 0
    }
}

/// How many rows of an import have each verdict.
public struct ImportCounts: Sendable, Hashable, Codable {
    /// Rows that make a record.
    public private(set) var new = 0
    /// Rows that change a record.
    public private(set) var changed = 0
    /// Rows that say what the record has already.
    public private(set) var unchanged = 0
    /// Rows that cannot be imported.
    public private(set) var refused = 0

    /// No rows.
    init() {}

    /// Counts a row.
    mutating func add(_ verdict: RowVerdict) {
        switch verdict {
        case .new: new += 1
        case .changes: changed += 1
        case .unchanged: unchanged += 1
        case .refused: refused += 1
        }
    }
}

/// What an import does with a row, or has done.
public struct RowOutcome: Sendable, Hashable {
    /// The number of the row's first line in the file, from 1.
    public let line: Int
    /// What the row is about: `Sale 12, line 3: Mug`.
    public let label: String
    /// What is done.
    public let verdict: RowVerdict
    /// What is done besides, and what is worth a look.
    public let notes: [String]
}

/// What an import does with a row.
public enum RowVerdict: Sendable, Hashable {
    /// It makes a record.
    case new
    /// It changes fields of a record.
    case changes([FieldChange])
    /// The record is as the row says already.
    case unchanged
    /// The row cannot be imported, and the file with it.
    case refused([RowFault])
}

/// What an import does to one field of a record.
public struct FieldChange: Sendable, Hashable {
    /// The name of the column.
    public let column: String
    /// What the record has now.
    public let former: String
    /// What it has afterwards.
    public let new: String
}

/// What an import would do with the rows of a file, in their order. A long list of them takes no memory.
public struct PlanRows: Sendable {
    private let packed: SpilledBytes
    /// The first refused rows, by their places.
    private let firstRefused: [Int]

    fileprivate init(_ packed: SpilledBytes, firstRefused: [Int]) {
        self.packed = packed
        self.firstRefused = firstRefused
    }

    /// How many there are.
    public var count: Int { packed.count }

    /// What is done with a row.
    ///
    /// - Throws: errors of the file system.
    public func outcome(at index: Int) throws -> RowOutcome {
        try RowOutcome(packed: packed.bytes(at: index))
    }

    /// What is done with some rows.
    ///
    /// - Throws: errors of the file system.
    public func outcomes(_ range: Range<Int>) throws -> [RowOutcome] {
        try range.clamped(to: 0..<count).map(outcome(at:))
    }

    /// What is done with all rows, at once.
    ///
    /// - Throws: errors of the file system.
    public func all() throws -> [RowOutcome] { try outcomes(0..<count) }

    /// The places of some rows, those of the refused ones first.
    public func firstPlaces(_ count: Int) -> [Int] {
        let refused = Array(firstRefused.prefix(count))
        let known = Set(refused)
        var places = refused
        // Where refused rows are not all among the first ones, those that follow are refused as well.
        for index in 0..<self.count where places.count < count && !known.contains(index) {
            places.append(index)
        }
        return places
    }

    /// The refused rows whose places are remembered.
    fileprivate static let mostRefused = 1_000

    /// Writes outcomes, counts them, and makes the text by which plans are compared.
    struct Writer {
        private var writer = SpilledBytesWriter()
        private var firstRefused: [Int] = []
        private(set) var counts = ImportCounts()
        /// How many there are so far.
        var count: Int { writer.count }
        private var digest = PlanDigest()

        /// - Parameter reading: the columns that are read, and those that are not: two ways to read one
        ///   file may do different things to records of the same names.
        init(reading: [String]) {
            for name in reading { digest.add(name) }
        }

        /// Adds what is done with the next row.
        ///
        /// - Throws: errors of the file system.
        mutating func append(_ outcome: RowOutcome) throws {
            counts.add(outcome.verdict)
            if case .refused = outcome.verdict, firstRefused.count < PlanRows.mostRefused {
                firstRefused.append(writer.count)
            }
            digest.add(outcome)
            try writer.append(outcome.packed)
        }

        /// The plan.
        ///
        /// - Throws: errors of the file system.
        mutating func finish(warnings: [String]) throws -> ImportPlan {
            ImportPlan(
                rows: PlanRows(try writer.finish(), firstRefused: firstRefused), counts: counts,
                warnings: warnings, digest: digest.text)
        }
    }
}

/// A text that is equal for plans with equal effects on equal records. Warnings do not count, because a sale
/// may be made between the preview and the confirmation.
private struct PlanDigest {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var text: String { String(hash, radix: 16) }

    mutating func add(_ text: String) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }

    /// Adds what is done with a row, as earlier versions did: a page that one of them made asks for its plan.
    mutating func add(_ row: RowOutcome) {
        add("\(row.line)")
        add(row.label)
        for note in row.notes { add(note) }
        switch row.verdict {
        case .new: add("new")
        case .unchanged: add("unchanged")
        case .refused(let faults): for fault in faults { add("refused" + fault.text) }
        case .changes(let changes):
            for change in changes {
                add(change.column)
                add(change.former)
                add(change.new)
            }
        }
    }
}
