/// What an import would do, row by row.
public struct ImportPlan: Sendable, Hashable {
    /// The rows, in the order of the file.
    public let rows: [RowOutcome]
    /// How many rows have each verdict.
    public let counts: ImportCounts
    /// What is worth a look before it is done, a sentence each.
    public let warnings: [String]
    /// The columns that are read, and those that are not.
    private let reading: [String]

    init(rows: [RowOutcome], warnings: [String] = [], reading: [String] = []) {
        self.rows = rows
        self.warnings = warnings
        self.reading = reading
        counts = ImportCounts(rows)
    }

    /// Whether it can be done: no row is refused, and there is something to do.
    public var isApplicable: Bool {
        counts.refused == 0 && counts.new + counts.changed > 0
    }

    /// A text that is the same for plans that do the same to records that are the same. The warnings
    /// are left out of it, because somebody may sell something between the look and the yes.
    public var digest: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        // Two ways to read one file may do different things to records of the same names.
        reading.forEach(add)
        for row in rows {
            add("\(row.line)")
            add(row.label)
            row.notes.forEach(add)
            switch row.verdict {
            case .new: add("new")
            case .unchanged: add("unchanged")
            case .refused(let faults): faults.forEach { add("refused" + $0.text) }
            case .changes(let changes):
                for change in changes {
                    add(change.column)
                    add(change.former)
                    add(change.new)
                }
            }
        }
        return String(hash, radix: 16)
    }
}
