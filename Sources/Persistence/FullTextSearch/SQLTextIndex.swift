import ObjectModel

/// The full-text index over the records of a table: the folded text of each record, in a table of its own, and an
/// FTS5 table of its trigrams.
///
/// Triggers note the keys of rows that anyone changes, by means that SQLite itself has; the next save of this
/// library brings the texts of these up to date. The index keeps the texts that it was made of, because FTS5 has to be told
/// the former text of what is removed.
package struct SQLTextIndex: Sendable, Hashable {
    /// The start of the names of all parts.
    static let prefix = "FULLTEXT_"
    /// The keys of rows that were changed since the indexes were brought up to date.
    static let noted = "FULLTEXT_NOTED"
    static let notedStatement =
        "CREATE TABLE \(noted) (ZTABLE VARCHAR, Z_PK INTEGER, PRIMARY KEY (ZTABLE, Z_PK)) "
        + "WITHOUT ROWID"
    /// The ends of the names of the tables that belong to the index.
    fileprivate static let endings = ["_TEXT", "_DATA", "_IDX", "_CONTENT", "_DOCSIZE", "_CONFIG"]
    /// SQLite takes no more than 127 arguments.
    private static let maximumArgumentCount = 100

    /// The table of the records, and its columns with indexed texts.
    package let table: String
    package let columns: [String]
    /// The columns of each of the table's uniqueness constraints.
    let uniqueColumns: [[String]]
    /// The FTS5 table; in PostgreSQL the table with the text of each record.
    package let name: String

    /// The table with the folded text of each record.
    var textTable: String { "\(name)_TEXT" }

    /// The keys of the table's rows whose texts in the index may be out of date.
    var notedKeys: String { "SELECT Z_PK FROM \(Self.noted) WHERE ZTABLE = '\(table)'" }

    /// The folded text of a row.
    func text(of alias: String) -> String {
        let columns = columns.map { "\(alias).\($0)" }
        let size = Self.maximumArgumentCount
        let calls = stride(from: 0, to: columns.count, by: size).map { start in
            let part = columns[start..<min(start + size, columns.count)]
            return "predicate_text(\(part.joined(separator: ", ")))"
        }
        guard calls.count > 1 else { return calls.joined() }
        return calls.map { "ifnull(\($0), '')" }.joined(separator: " || char(10) || ")
    }

    /// The sentence about a record whose texts in the index are others.
    package func fault(_ key: Int64) -> String {
        "The full-text index of \(table) has other texts than the record \(key)."
    }

    // MARK: - What makes the index

    /// The statements that make the tables.
    var tableStatements: [String] {
        [
            "CREATE TABLE \(textTable) (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR)",
            "CREATE VIRTUAL TABLE \(name) USING fts5(ZTEXT, content='\(textTable)', "
                + "content_rowid='Z_PK', tokenize='trigram case_sensitive 1', columnsize=0)",
        ]
    }

    /// The statements that make the triggers. Their names say by which version of folding the index was made.
    ///
    /// Within a trigger, `OR IGNORE` would give way to the `OR FAIL` of the statement that calls it.
    var triggerStatements: [String] {
        let isChanged = (["Z_PK"] + columns).map { "OLD.\($0) IS NOT NEW.\($0)" }
        return [
            trigger("INSERT", notes: ["NEW"]),
            trigger("UPDATE", when: isChanged.joined(separator: " OR "), notes: ["NEW", "OLD"]),
            trigger("DELETE", notes: ["OLD"]),
        ] + (uniqueColumns.isEmpty ? [] : replacementTriggers)
    }

    private func trigger(
        _ event: String, when condition: String? = nil, notes rows: [String]
    )
        -> String
    {
        "\(beginning(event)) AFTER \(event) ON \(table) FOR EACH ROW"
            + "\(condition.map { " WHEN \($0)" } ?? "") "
            + "BEGIN \(rows.map { record($0) }.joined(separator: " ")) END"
    }

    /// `OR REPLACE` deletes a row whose unique values another row is to have, without running the triggers of a
    /// deletion.
    private var replacementTriggers: [String] {
        let equal = uniqueColumns.map { columns in
            columns.map { "r.\($0) = NEW.\($0)" }.joined(separator: " AND ")
        }
        let inserted = equal.map { record("r", " FROM \(table) r", "\($0) AND ") }
        let updated = equal.map {
            record("r", " FROM \(table) r", "\($0) AND r.Z_PK <> OLD.Z_PK AND ")
        }
        let columns = Set(uniqueColumns.flatMap(\.self)).sorted().joined(separator: ", ")
        return [
            "\(beginning("REPLACING_INSERT")) BEFORE INSERT ON \(table) FOR EACH ROW "
                + "BEGIN \(inserted.joined(separator: " ")) END",
            "\(beginning("REPLACING_UPDATE")) BEFORE UPDATE OF \(columns) ON \(table) FOR EACH ROW "
                + "BEGIN \(updated.joined(separator: " ")) END",
        ]
    }

    private func beginning(_ event: String) -> String {
        "CREATE TRIGGER \(name)_FOLDING\(SearchFolding.version)_\(event)"
    }

    private func record(_ row: String, _ source: String = "", _ condition: String = "") -> String {
        "INSERT INTO \(Self.noted) (ZTABLE, Z_PK) SELECT '\(table)', \(row).Z_PK\(source) "
            + "WHERE \(condition)NOT EXISTS (SELECT 1 FROM \(Self.noted) "
            + "WHERE ZTABLE = '\(table)' AND Z_PK = \(row).Z_PK);"
    }

    // MARK: - What keeps the index

    /// The statements that enter the rows with keys above the first parameter, up to the second one.
    var fillStatements: [String] {
        [
            "INSERT INTO \(textTable) (Z_PK, ZTEXT) SELECT r.Z_PK, \(text(of: "r")) "
                + "FROM \(table) r WHERE r.Z_PK > ? AND r.Z_PK <= ?",
            "INSERT INTO \(name) (rowid, ZTEXT) SELECT Z_PK, ZTEXT FROM \(textTable) "
                + "WHERE Z_PK > ? AND Z_PK <= ?",
        ]
    }

    /// The statements that bring the index up to date with the rows that were noted.
    var updateStatements: [String] {
        [
            "INSERT INTO \(name) (\(name), rowid, ZTEXT) SELECT 'delete', Z_PK, ZTEXT "
                + "FROM \(textTable) WHERE Z_PK IN (\(notedKeys))",
            "DELETE FROM \(textTable) WHERE Z_PK IN (\(notedKeys))",
            "INSERT INTO \(textTable) (Z_PK, ZTEXT) SELECT r.Z_PK, \(text(of: "r")) "
                + "FROM \(table) r WHERE r.Z_PK IN (\(notedKeys))",
            "INSERT INTO \(name) (rowid, ZTEXT) SELECT Z_PK, ZTEXT "
                + "FROM \(textTable) WHERE Z_PK IN (\(notedKeys))",
            "DELETE FROM \(Self.noted) WHERE ZTABLE = '\(table)'",
        ]
    }
}

extension SQLSchema {
    /// The full-text indexes that the model asks for, one for each table that has such texts.
    package var textIndexes: [SQLTextIndex] {
        var names: Set<String> = [SQLTextIndex.noted]
        return layout.entities.filter { $0.superNumber == 0 && numbers.contains($0) }
            .compactMap { root in
                let columns = layout.family(of: root).flatMap { entity in
                    entity.slots.filter {
                        $0.isSearched && $0.declaringEntityNumber == entity.number
                    }
                    .compactMap { self[entity].columns[$0.number] }
                }
                guard !columns.isEmpty else { return nil }
                let table = self[root].table
                let uniqueColumns = layout.family(of: root).flatMap { entity in
                    entity.description.uniquenessConstraints.compactMap { names -> [String]? in
                        let columns = names.compactMap {
                            entity.slot(named: $0).flatMap { self[entity].columns[$0.number] }
                        }
                        return columns.count == names.count && !columns.isEmpty ? columns : nil
                    }
                }
                return SQLTextIndex(
                    table: table, columns: columns, uniqueColumns: uniqueColumns,
                    name: names.insertUnique(
                        SQLTextIndex.prefix + table, takingAlong: SQLTextIndex.endings))
            }
    }
}

/// The texts of a record that its model indexes in Spotlight, as searches look through them: folded, one
/// behind the other.
package enum IndexedText {
    /// The key by which a record is asked for them. No property has such a name.
    static let key = "@indexedText"

    /// The separator of two texts. No folded text has it, so that no word lies across it.
    static let separator = UInt8(ascii: "\n")

    /// The texts of all records that a value is or has.
    static func text(of value: PredicateValue, at expression: FetchExpression) throws -> [UInt8] {
        var text: [UInt8] = []
        try append(value, to: &text, expression)
        return text
    }

    private static func append(
        _ value: PredicateValue, to text: inout [UInt8], _ expression: FetchExpression
    ) throws {
        switch value {
        case .value(.null): break
        case .subject(let record):
            guard let found = try record.predicateValue(forKey: key).attributeValue?.text else {
                break
            }
            append(folded: Array(found.utf8), to: &text)
        case .collection(let members):
            for member in members { try append(member, to: &text, expression) }
        case .value:
            throw FetchPredicateError("“indexedText:” needs records.", at: expression)
        }
    }

    /// The folded form of some texts.
    package static func folded(_ texts: some Sequence<String>) -> String {
        var folded: [UInt8] = []
        for text in texts { append(folded: SearchFolding.folded(text), to: &folded) }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Appends a text that is folded already.
    static func append(folded: [UInt8], to text: inout [UInt8]) {
        guard !folded.isEmpty else { return }
        if !text.isEmpty { text.append(separator) }
        text += folded
    }
}

extension EntityLayout {
    /// The indexed texts of a record.
    ///
    /// - Parameter value: the record's value of a number.
    func indexedText(_ value: (Int) throws -> AttributeValue) rethrows -> PredicateValue {
        let texts = try slots.lazy.filter(\.isSearched).compactMap { try value($0.number).text }
        return .value(.string(IndexedText.folded(texts)))
    }

    /// Whether searches look through the texts of any of some attributes.
    package func hasSearched(among numbers: [Int]) -> Bool {
        numbers.contains { $0 < slots.count && slots[$0].isSearched }
    }
}

extension ModelLayout {
    /// Whether records of an entity, or of one that inherits from it, have indexed texts.
    func hasIndexedTexts(_ entity: EntityLayout) -> Bool {
        family(of: entity).contains { $0.slots.contains(where: \.isSearched) }
    }
}
