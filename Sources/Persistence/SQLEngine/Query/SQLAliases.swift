/// Numbers the tables of a whole statement.
final class SQLAliases {
    private var count = 0

    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}
