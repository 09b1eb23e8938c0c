/// The effects of an import, row by row.
public struct ImportPlan: Sendable {
    /// The rows, in the order of the file.
    public let rows: PlanRows
    /// The number of rows with each verdict.
    public let counts: ImportCounts
    /// Warnings before the confirmation, a sentence each.
    public let warnings: [String]
    /// A text that is equal for plans with equal effects on equal records.
    public let digest: String

    /// Whether it can be imported: no row is refused, and at least one has an effect.
    public var isApplicable: Bool { counts.refused == 0 && counts.new + counts.changed > 0 }
}

/// The number of rows with each verdict.
public struct ImportCounts: Sendable, Hashable, Codable {
    /// The number of rows that create a record.
    public private(set) var new = 0
    /// The number of rows that change a record.
    public private(set) var changed = 0
    /// The number of rows that equal their record.
    public private(set) var unchanged = 0
    /// The number of rows that cannot be imported.
    public private(set) var refused = 0

    init() {}

    mutating func add(_ verdict: RowVerdict) {
        switch verdict {
        case .new: new += 1
        case .changes: changed += 1
        case .unchanged: unchanged += 1
        case .refused: refused += 1
        }
    }
}

/// The outcome of a row, planned or done.
public struct RowOutcome: Sendable, Hashable {
    /// The number of the row's first line in the file, from 1.
    public let line: Int
    /// The subject of the row: `Sale 12, line 3: Mug`.
    public let label: String
    public let verdict: RowVerdict
    /// Further effects and warnings.
    public let notes: [String]
}

/// The effect of a row.
public enum RowVerdict: Sendable, Hashable {
    /// The row creates a record.
    case new
    /// The row changes fields of a record.
    case changes([FieldChange])
    /// The row equals its record.
    case unchanged
    /// The row, and therefore the file, cannot be imported.
    case refused([RowFault])
}

/// A change of a field.
public struct FieldChange: Sendable, Hashable {
    /// The name of the column.
    public let column: String
    public let former: String
    public let new: String
}

/// The outcomes of the rows of a file, in their order. A long list is in a file instead of memory.
public struct PlanRows: Sendable {
    private let packed: SpilledBytes
    /// The indexes of the first refused rows.
    private let firstRefused: [Int]

    fileprivate init(_ packed: SpilledBytes, firstRefused: [Int]) {
        self.packed = packed
        self.firstRefused = firstRefused
    }

    public var count: Int { packed.count }

    /// The outcome of a row.
    ///
    /// - Throws: errors of the file system.
    public func outcome(at index: Int) throws -> RowOutcome {
        try RowOutcome(packed: packed.bytes(at: index))
    }

    /// The outcomes of some rows.
    ///
    /// - Throws: errors of the file system.
    public func outcomes(_ range: Range<Int>) throws -> [RowOutcome] {
        try range.clamped(to: 0..<count).map(outcome(at:))
    }

    /// The indexes of the rows to show first: refused ones, then others.
    public func firstPlaces(_ count: Int) -> [Int] {
        let refused = Array(firstRefused.prefix(count))
        let known = Set(refused)
        var places = refused
        // If not all refused rows are remembered, more of them may follow here.
        for index in 0..<self.count where places.count < count && !known.contains(index) {
            places.append(index)
        }
        return places
    }

    /// The maximum number of remembered refused rows.
    fileprivate static let mostRefused = 1_000

    /// Writes and counts outcomes, and computes the digest of the plan.
    struct Writer {
        private var writer = SpilledBytesWriter()
        private var firstRefused: [Int] = []
        private(set) var counts = ImportCounts()
        var count: Int { writer.count }
        private var digest = PlanDigest()

        /// - Parameter reading: the columns with their targets, since the same file read in two ways may
        ///   have different effects on records with the same names.
        init(reading: [String]) {
            for name in reading { digest.add(name) }
        }

        /// Adds the outcome of the next row.
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

    /// Adds the outcome of a row. The format must not change, because a page of an earlier version of the
    /// program confirms by its digest.
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
