import ObjectModel

/// The full-text index of a table: a table with the folded text of each record, and an FTS5 table
/// of its trigrams.
///
/// Triggers, which need nothing but SQLite, record the keys of changed rows, whatever program
/// writes them; the next save of this library updates their texts. The texts are kept because FTS5
/// needs the old one to remove it.
package struct SQLTextIndex: Sendable, Hashable {
    /// The prefix of all names.
    static let prefix = "FULLTEXT_"
    /// The table of the keys of rows that changed after the last update.
    static let changeTable = "FULLTEXT_NOTED"
    static let changeTableStatement =
        "CREATE TABLE \(changeTable) (ZTABLE VARCHAR, Z_PK INTEGER, PRIMARY KEY (ZTABLE, Z_PK)) "
        + "WITHOUT ROWID"
    /// The suffixes of the names of the index's tables.
    fileprivate static let endings = ["_TEXT", "_DATA", "_IDX", "_CONTENT", "_DOCSIZE", "_CONFIG"]
    /// Below SQLite's limit of 127 arguments.
    private static let maximumArgumentCount = 100

    /// The table of the records, with its indexed columns.
    package let table: String
    package let columns: [String]
    let uniqueColumns: [[String]]
    /// The FTS5 table; in PostgreSQL, the table with the text of each record.
    package let name: String

    /// The table with the folded text of each record.
    var textTable: String { "\(name)_TEXT" }

    /// The keys of the table's rows whose indexed texts may be outdated.
    var changedKeys: String { "SELECT Z_PK FROM \(Self.changeTable) WHERE ZTABLE = '\(table)'" }

    /// The folded text of a row.
    func text(of alias: String) -> String {
        let columns = columns.map { "\(alias).\($0)" }
        let calls = columns.chunks(of: Self.maximumArgumentCount).map {
            "predicate_text(\($0.joined(separator: ", ")))"
        }
        guard calls.count > 1 else { return calls.joined() }
        return calls.map { "ifnull(\($0), '')" }.joined(separator: " || char(10) || ")
    }

    /// The message about a record whose indexed texts differ.
    package func fault(_ key: Int64) -> String {
        "The full-text index of \(table) has other texts than the record \(key)."
    }

    // MARK: - Creating

    var tableStatements: [String] {
        [
            "CREATE TABLE \(textTable) (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR)",
            "CREATE VIRTUAL TABLE \(name) USING fts5(ZTEXT, content='\(textTable)', "
                + "content_rowid='Z_PK', tokenize='trigram case_sensitive 1', columnsize=0)",
        ]
    }

    /// The statements that create the triggers. Their names contain the version of folding.
    ///
    /// A trigger does not use `OR IGNORE`, because the `OR FAIL` of the statement that fires it
    /// would override that.
    var triggerStatements: [String] {
        let isChanged = (["Z_PK"] + columns).map { "OLD.\($0) IS NOT NEW.\($0)" }
        return [
            trigger("INSERT", recording: ["NEW"]),
            trigger(
                "UPDATE", when: isChanged.joined(separator: " OR "), recording: ["NEW", "OLD"]),
            trigger("DELETE", recording: ["OLD"]),
        ] + (uniqueColumns.isEmpty ? [] : replacementTriggers)
    }

    private func trigger(
        _ event: String, when condition: String? = nil, recording rows: [String]
    ) -> String {
        "\(beginning(event)) AFTER \(event) ON \(table) FOR EACH ROW"
            + "\(condition.map { " WHEN \($0)" } ?? "") "
            + "BEGIN \(rows.map { record($0) }.joined(separator: " ")) END"
    }

    /// `OR REPLACE` deletes the row that has the unique values, without firing the triggers of a
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
        "INSERT INTO \(Self.changeTable) (ZTABLE, Z_PK) SELECT '\(table)', \(row).Z_PK\(source) "
            + "WHERE \(condition)NOT EXISTS (SELECT 1 FROM \(Self.changeTable) "
            + "WHERE ZTABLE = '\(table)' AND Z_PK = \(row).Z_PK);"
    }

    // MARK: - Updating

    /// The statements that index the rows with keys above the first parameter, up to the second
    /// one.
    var fillStatements: [String] {
        [
            "INSERT INTO \(textTable) (Z_PK, ZTEXT) SELECT r.Z_PK, \(text(of: "r")) "
                + "FROM \(table) r WHERE r.Z_PK > ? AND r.Z_PK <= ?",
            "INSERT INTO \(name) (rowid, ZTEXT) SELECT Z_PK, ZTEXT FROM \(textTable) "
                + "WHERE Z_PK > ? AND Z_PK <= ?",
        ]
    }

    /// The statements that update the index for the recorded rows.
    var updateStatements: [String] {
        [
            "INSERT INTO \(name) (\(name), rowid, ZTEXT) SELECT 'delete', Z_PK, ZTEXT "
                + "FROM \(textTable) WHERE Z_PK IN (\(changedKeys))",
            "DELETE FROM \(textTable) WHERE Z_PK IN (\(changedKeys))",
            "INSERT INTO \(textTable) (Z_PK, ZTEXT) SELECT r.Z_PK, \(text(of: "r")) "
                + "FROM \(table) r WHERE r.Z_PK IN (\(changedKeys))",
            "INSERT INTO \(name) (rowid, ZTEXT) SELECT Z_PK, ZTEXT "
                + "FROM \(textTable) WHERE Z_PK IN (\(changedKeys))",
            "DELETE FROM \(Self.changeTable) WHERE ZTABLE = '\(table)'",
        ]
    }
}

extension SQLSchema {
    /// The full-text indexes of the model: one for each table with indexed texts.
    package var textIndexes: [SQLTextIndex] {
        var names: Set<String> = [SQLTextIndex.changeTable]
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

/// The searched text of a record: the folded texts of its indexed attributes, joined.
package enum IndexedText {
    /// The key for the text in expressions. No property can have this name.
    static let key = "@indexedText"

    /// The separator between two texts. Folded texts do not contain it, so no match spans two
    /// texts.
    static let separator = UInt8(ascii: "\n")

    /// The joined texts of all records in a value.
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

    /// The folded and joined texts.
    package static func folded(_ texts: some Sequence<String>) -> String {
        var folded: [UInt8] = []
        for text in texts { append(folded: SearchFolding.folded(text), to: &folded) }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Appends a text that is already folded.
    static func append(folded: [UInt8], to text: inout [UInt8]) {
        guard !folded.isEmpty else { return }
        if !text.isEmpty { text.append(separator) }
        text += folded
    }
}

extension EntityLayout {
    /// The indexed texts of a record.
    ///
    /// - Parameter value: the record's value by number.
    func indexedText(_ value: (Int) throws -> AttributeValue) rethrows -> PredicateValue {
        let texts = try slots.lazy.filter(\.isSearched).compactMap { try value($0.number).text }
        return .value(.string(IndexedText.folded(texts)))
    }

    /// Whether any of the attributes is searched.
    package func hasSearched(among numbers: [Int]) -> Bool {
        numbers.contains { $0 < slots.count && slots[$0].isSearched }
    }
}

extension ModelLayout {
    /// Whether records of the entity or of its subentities have indexed texts.
    func hasIndexedTexts(_ entity: EntityLayout) -> Bool {
        family(of: entity).contains { $0.slots.contains(where: \.isSearched) }
    }
}
