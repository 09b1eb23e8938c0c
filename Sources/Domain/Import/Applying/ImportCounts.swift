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
