import CSQLite

/// The time that one statement may spend on a regular expression, over all its rows.
final class MatchBudget {
    /// What is left when a statement begins.
    static let whole = Duration.seconds(2)

    /// The time is used up.
    struct Exhausted: Error, CustomStringConvertible {
        let description = "The regular expression takes too long over all records."
    }

    private var left = MatchBudget.whole

    /// The budget of the statement that runs. SQLite keeps it with the pattern, which is the same
    /// for every row.
    static func ofStatement(_ context: OpaquePointer?, pattern index: Int32) -> MatchBudget {
        if let known = sqlite3_get_auxdata(context, index) {
            return Unmanaged<MatchBudget>.fromOpaque(known).takeUnretainedValue()
        }
        let budget = MatchBudget()
        sqlite3_set_auxdata(context, index, Unmanaged.passRetained(budget).toOpaque()) { kept in
            if let kept { Unmanaged<MatchBudget>.fromOpaque(kept).release() }
        }
        return budget
    }

    /// Runs a closure on the budget's time.
    ///
    /// - Throws: `Exhausted` if none is left; what the closure throws.
    func spend<Result>(_ body: () throws -> Result) throws -> Result {
        if left <= .zero { throw Exhausted() }
        let start = ContinuousClock.now
        defer { left -= ContinuousClock.now - start }
        return try body()
    }
}
