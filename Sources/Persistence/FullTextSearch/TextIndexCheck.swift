/// Compares the full-text indexes of a store with its records.
struct TextIndexCheck {
    /// How many records are named.
    private static let greatestCount = 20

    let session: SQLiteSession

    /// What is wrong, a sentence each. Rows that were noted are brought up to date by the next save.
    func faults() throws -> [String] {
        try session.presentTextIndexes().flatMap { index in
            try textFaults(index) + indexFaults(index)
        }
    }

    private func textFaults(_ index: SQLTextIndex) throws -> [String] {
        let isNoted = "IN (\(index.notedKeys))"
        let differing = try keys(
            "SELECT r.Z_PK FROM \(index.table) r LEFT JOIN \(index.textTable) c "
                + "ON c.Z_PK = r.Z_PK WHERE (c.Z_PK IS NULL OR c.ZTEXT IS NOT \(index.text(of: "r"))) "
                + "AND r.Z_PK NOT \(isNoted) ORDER BY 1")
        let left = try keys(
            "SELECT c.Z_PK FROM \(index.textTable) c WHERE c.Z_PK NOT \(isNoted) "
                + "AND NOT EXISTS (SELECT 1 FROM \(index.table) r WHERE r.Z_PK = c.Z_PK) ORDER BY 1"
        )
        return differing.map(index.fault)
            + left.map {
                "The full-text index of \(index.table) has texts of the record \($0), which is not "
                    + "there."
            }
    }

    /// Compares the trigrams with the texts that they were made of.
    private func indexFaults(_ index: SQLTextIndex) throws -> [String] {
        let connection = session.connection
        try connection.executeOnce(
            "CREATE VIRTUAL TABLE temp.FULLTEXT_CHECK "
                + "USING fts5vocab('main', '\(index.name)', 'instance')")
        let result = Result {
            let groups = try TrigramSums(ofTextsIn: index, connection)
                .groups(otherThanIn: TrigramSums(ofCheckTable: connection))
            return try groups.isEmpty ? [] : records(of: groups, index)
        }
        try connection.executeOnce("DROP TABLE temp.FULLTEXT_CHECK")
        return try result.get().map {
            "The full-text index of \(index.table) does not find the record \($0) by its texts."
        }
    }

    /// The records whose trigrams are others than those of their texts, among some groups.
    private func records(of groups: [Int], _ index: SQLTextIndex) throws -> [Int64] {
        let list = groups.map(String.init).joined(separator: ", ")
        func isInGroup(_ key: String) -> String { "\(key) & \(TrigramSums.count - 1) IN (\(list))" }
        let foreign = try keys(
            "SELECT DISTINCT v.doc FROM temp.FULLTEXT_CHECK v LEFT JOIN \(index.textTable) c "
                + "ON c.Z_PK = v.doc WHERE \(isInGroup("v.doc")) "
                + "AND substr(c.ZTEXT, v.\"offset\" + 1, 3) IS NOT v.term ORDER BY 1")
        let lost = try keys(
            "SELECT c.Z_PK FROM \(index.textTable) c LEFT JOIN "
                + "(SELECT doc, count(*) AS n FROM temp.FULLTEXT_CHECK "
                + "WHERE \(isInGroup("doc")) GROUP BY doc) v ON v.doc = c.Z_PK "
                + "WHERE \(isInGroup("c.Z_PK")) "
                + "AND ifnull(v.n, 0) <> max(0, ifnull(length(c.ZTEXT), 0) - 2) ORDER BY 1")
        return Set(foreign + lost).sorted()
    }

    private func keys(_ sql: String) throws -> [Int64] {
        let statement = try Statement("\(sql) LIMIT \(Self.greatestCount)", on: session.connection)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }
}
