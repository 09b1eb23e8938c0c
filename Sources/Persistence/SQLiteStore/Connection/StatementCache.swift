/// The prepared statements of a connection that nobody is using, the oldest of which make way.
final class StatementCache {
    private let limit: Int
    private var statements: [String: Entry] = [:]
    private var clock = 0

    private struct Entry {
        var statement: Statement
        var lastUse: Int
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a statement out, or returns nil if there is none for the text.
    func take(_ sql: String) -> Statement? {
        statements.removeValue(forKey: sql)?.statement
    }

    /// Keeps a statement for the next one who needs it.
    func giveBack(_ statement: Statement) {
        statement.reset()
        guard limit > 0 else { return }
        clock += 1
        statements[statement.sql] = Entry(statement: statement, lastUse: clock)
        if statements.count > limit { removeOldest() }
    }

    /// How many statements are kept.
    var count: Int { statements.count }

    func removeAll() {
        statements.removeAll()
    }

    private func removeOldest() {
        let oldest = statements.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { statements[oldest.key] = nil }
    }
}
