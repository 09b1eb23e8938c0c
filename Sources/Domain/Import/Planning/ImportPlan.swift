import ObjectModel
import Persistence

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
        switch verdict.kind {
        case .new: new += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        case .refused: refused += 1
        }
    }

    /// The number of rows with a verdict.
    public subscript(verdict: RowVerdict.Kind) -> Int {
        switch verdict {
        case .new: new
        case .changed: changed
        case .unchanged: unchanged
        case .refused: refused
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
    /// Further texts by which it is found; empty for a stored outcome.
    var furtherTexts: [String] = []
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

    /// A verdict without its details; the raw value is its word in documents and addresses.
    public enum Kind: String, Sendable, CaseIterable {
        case new, changed, unchanged, refused
    }

    public var kind: Kind {
        switch self {
        case .new: .new
        case .changes: .changed
        case .unchanged: .unchanged
        case .refused: .refused
        }
    }
}

/// A change of a field.
public struct FieldChange: Sendable, Hashable, Codable {
    /// The name of the column.
    public let column: String
    public let former: String
    public let new: String
}

/// The outcomes of the rows of a file, in their order, in a table.
public struct PlanRows: Sendable {
    private let table: ScratchTable?
    public let count: Int

    /// The outcome of a row.
    ///
    /// - Throws: errors of the store.
    public func outcome(at index: Int) throws -> RowOutcome {
        guard let table else { throw ScratchTable.Gone() }
        return try RowOutcome(table.record(at: index))
    }

    /// The outcomes of some rows.
    ///
    /// - Throws: errors of the store.
    public func outcomes(_ range: Range<Int>) throws -> [RowOutcome] {
        try range.clamped(to: 0..<count).map(outcome(at:))
    }

    /// Finds rows, refused ones first.
    ///
    /// - Parameters:
    ///   - verdict: their verdict; nil for any.
    ///   - search: the words that a row has in its label, its changes, faults or notes, or in the
    ///     values of a new record; empty for all rows.
    ///   - offset: the number of rows before the page.
    ///   - limit: the maximum number of rows of the page.
    /// - Returns: the indexes of the rows of a page, and the number of rows on all pages.
    /// - Throws: errors of the store.
    public func places(
        with verdict: RowVerdict.Kind?, containing search: String, from offset: Int, limit: Int
    ) throws -> (page: [Int], count: Int) {
        guard let table else { return ([], 0) }
        var conditions = FetchPredicate.words(search, inAnyOf: [[RowOutcome.searched]])
        if let verdict { conditions.append(.key(RowOutcome.verdictKind) == verdict.rawValue) }
        let condition = conditions.isEmpty ? nil : FetchPredicate.and(conditions)
        let page = try table.records(
            where: condition, by: [FetchSortDescriptor(RowOutcome.rank)], from: offset, limit: limit
        )
        return (page.map(\.position), try condition == nil ? count : table.count(where: condition))
    }

    /// Writes and counts outcomes, and computes the digest of the plan.
    struct Writer {
        private let table: ScratchTable?
        private(set) var counts = ImportCounts()
        private var count = 0
        private var digest = PlanDigest()

        private static let batchSize = 256

        /// - Parameters:
        ///   - reading: the columns with their targets, since the same file read in two ways may have
        ///     different effects on records with the same names.
        ///   - isKept: whether the outcomes can be read. Default: true.
        /// - Throws: errors of the file system and of the store.
        init(reading: [String], isKept: Bool = true) throws {
            digest.add(reading)
            table =
                isKept ? try ScratchTable(RowOutcome.attributes, by: RowOutcome.rank) : nil
        }

        /// Adds the outcomes of rows, in any order.
        ///
        /// - Throws: errors of the encoder and of the store.
        mutating func append(_ outcomes: [(index: Int, outcome: RowOutcome)]) throws {
            for (_, outcome) in outcomes {
                counts.add(outcome.verdict)
                digest.add(outcome.texts)
            }
            count += outcomes.count
            for start in stride(from: 0, to: outcomes.count, by: Self.batchSize) {
                let some = outcomes[start..<min(start + Self.batchSize, outcomes.count)]
                try table?.append(some.map { try $0.outcome.values(at: $0.index) })
            }
        }

        func finish(warnings: [String]) -> ImportPlan {
            ImportPlan(
                rows: PlanRows(table: table, count: count), counts: counts, warnings: warnings,
                digest: digest.text)
        }
    }
}

/// A text that is equal for plans with equal effects on equal records, whatever the order of the parts. Warnings
/// do not count, because a sale may be made between the preview and the confirmation.
private struct PlanDigest {
    private var sum: UInt64 = 0

    var text: String { String(sum, radix: 16) }

    mutating func add(_ texts: [String]) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for text in texts {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        sum &+= hash
    }
}

// MARK: - Records

extension RowOutcome {
    /// The attribute by which refused rows come first.
    fileprivate static let rank = "rank"
    fileprivate static let verdictKind = "verdict"
    fileprivate static let searched = "searched"

    /// The attributes of the records of outcomes.
    fileprivate static let attributes = [
        AttributeDescription("line", .integer64), AttributeDescription("label", .string),
        AttributeDescription(verdictKind, .string), AttributeDescription(rank, .integer64),
        AttributeDescription("changes", .string), AttributeDescription("faults", .string),
        AttributeDescription("notes", .string), AttributeDescription(searched, .string),
    ]

    private var changes: [FieldChange]? {
        if case .changes(let changes) = verdict { changes } else { nil }
    }

    private var faults: [RowFault]? {
        if case .refused(let faults) = verdict { faults } else { nil }
    }

    /// The texts that identify the outcome.
    fileprivate var texts: [String] {
        var texts = ["\(line)", label] + notes
        switch verdict {
        case .new: texts.append("new")
        case .unchanged: texts.append("unchanged")
        case .refused(let faults): texts += faults.map { "refused" + $0.text }
        case .changes(let changes): texts += changes.flatMap { [$0.column, $0.former, $0.new] }
        }
        return texts
    }

    /// The texts by which it is found, as people read them.
    private var searchedTexts: [String] {
        let changed = (changes ?? []).flatMap { [$0.column, $0.former, $0.new] }
        return [label] + changed + (faults ?? []).map(\.text) + notes + furtherTexts
    }

    fileprivate func values(at index: Int) throws -> [String: any Sendable] {
        [
            ScratchTable.position: index, "line": line, "label": label,
            Self.verdictKind: verdict.kind.rawValue,
            Self.rank: faults == nil ? 1 : 0, "changes": try ScratchTable.json(changes),
            "faults": try ScratchTable.json(faults),
            "notes": try ScratchTable.json(notes.isEmpty ? nil : notes),
            Self.searched: searchedTexts.joined(separator: "\n"),
        ]
    }

    fileprivate init(_ record: FetchedDictionary) throws {
        line = record.integer("line")
        label = record.text("label")
        notes = try record.json("notes") ?? []
        verdict =
            if let faults: [RowFault] = try record.json("faults") {
                .refused(faults)
            } else if let changes: [FieldChange] = try record.json("changes") {
                .changes(changes)
            } else {
                record.text(Self.verdictKind) == RowVerdict.Kind.new.rawValue ? .new : .unchanged
            }
    }
}
