import ObjectModel

/// The sort keys of a table: columns whose byte order is the order of the texts that people expect.
///
/// A save of this library writes them with the texts. Triggers record rows whose texts another
/// program has changed; the next save of this library computes their keys.
package struct SQLSortKeys: Sendable, Hashable {
    package struct Pair: Sendable, Hashable {
        package let text: String
        package let key: String

        /// The SQL for the key that the text should have.
        var made: String {
            "substr(predicate_sort_key(\(text), 2), 1, \(TextSortKey.maximumLength))"
        }
        /// Whether the key is truncated, so that it does not determine the order alone.
        var isCut: String { "length(\(key)) >= \(TextSortKey.maximumLength)" }
    }

    /// The prefix of all names.
    static let prefix = "SORTKEY_"
    /// The table of rows that are not in the order of their sort keys, because these are outdated
    /// or truncated.
    static let changeTable = "SORTKEY_NOTED"
    static let changeTableStatement =
        "CREATE TABLE \(changeTable) (ZCUT INTEGER, ZTABLE VARCHAR, Z_PK INTEGER, "
        + "PRIMARY KEY (ZCUT, ZTABLE, Z_PK)) WITHOUT ROWID"

    package let table: String
    package let pairs: [Pair]

    /// The keys of the table's rows whose sort keys may be outdated.
    private var changedKeys: String {
        "SELECT Z_PK FROM \(Self.changeTable) WHERE ZCUT = 0 AND ZTABLE = '\(table)'"
    }

    private var assignments: String {
        pairs.map { "\($0.key) = \($0.made)" }.joined(separator: ", ")
    }

    /// The message about a row whose key does not match its text.
    package func fault(_ pair: Pair, _ key: Int64) -> String {
        "The sort key \(pair.key) of \(table) \(key) is not that of its text."
    }

    // MARK: - Triggers

    /// The statements that create the triggers. Their names contain the version of the keys.
    ///
    /// They call no function, because SQLite would then keep the pages that each statement changes, in case that it
    /// fails. A save records rows with truncated keys itself; other programs can only copy such keys, so while there
    /// are any, all changes are recorded.
    ///
    /// A trigger does not use `OR IGNORE`, because the `OR FAIL` of the statement that fires it
    /// would override that.
    var triggerStatements: [String] {
        let hasCut =
            "EXISTS (SELECT 1 FROM \(Self.changeTable) WHERE ZCUT = 1 AND ZTABLE = '\(table)')"
        let lacksKey = pairs.map { "NEW.\($0.text) IS NOT NULL AND NEW.\($0.key) IS NULL" }
        // A text and its key change together.
        let isChanged = pairs.map {
            "(OLD.\($0.text) IS NOT NEW.\($0.text)) <> (OLD.\($0.key) IS NOT NEW.\($0.key))"
        }
        let changed = pairs.flatMap { [$0.text, $0.key] }.joined(separator: ", ")
        return [
            trigger("INSERT", when: lacksKey + [hasCut], recording: "NEW"),
            trigger(
                "UPDATE", of: "Z_PK, \(changed)",
                when: ["OLD.Z_PK IS NOT NEW.Z_PK"] + lacksKey + isChanged + [hasCut],
                recording: "NEW"),
            trigger("DELETE", when: [hasCut], recording: "OLD"),
        ]
    }

    private func trigger(
        _ event: String, of columns: String? = nil, when conditions: [String], recording row: String
    ) -> String {
        "CREATE TRIGGER \(Self.prefix)\(table)_V\(TextSortKey.version)_\(event) "
            + "AFTER \(event)\(columns.map { " OF \($0)" } ?? "") ON \(table) FOR EACH ROW "
            + "WHEN \(conditions.joined(separator: " OR ")) BEGIN "
            + "\(Self.recording("\(row).Z_PK", of: table)); END"
    }

    /// The statement that records the row with a key, which is an expression.
    static func recording(_ key: String, of table: String) -> String {
        "INSERT INTO \(changeTable) (ZCUT, ZTABLE, Z_PK) SELECT 0, '\(table)', \(key) "
            + "WHERE NOT EXISTS (SELECT 1 FROM \(changeTable) "
            + "WHERE ZCUT = 0 AND ZTABLE = '\(table)' AND Z_PK = \(key))"
    }

    // MARK: - Computing keys

    /// The statement that computes the keys of the rows above the first parameter, up to the second
    /// one. Correct ones are not written.
    var fillStatement: String {
        let isOther = pairs.map { "\($0.key) IS NOT \($0.made)" }.joined(separator: " OR ")
        return "UPDATE \(table) SET \(assignments) WHERE Z_PK > ? AND Z_PK <= ? AND (\(isOther))"
    }

    /// The statement that finds rows whose key does not match their text, without the recorded
    /// rows.
    func differingStatement(_ pair: Pair) -> String {
        "SELECT Z_PK FROM \(table) WHERE \(pair.key) IS NOT \(pair.made) "
            + "AND Z_PK NOT IN (\(changedKeys)) ORDER BY 1"
    }

    /// The statement that records all rows with truncated keys.
    var cutStatement: String {
        let isCut = pairs.map(\.isCut).joined(separator: " OR ")
        return "INSERT INTO \(Self.changeTable) (ZCUT, ZTABLE, Z_PK) SELECT 1, '\(table)', Z_PK "
            + "FROM \(table) WHERE (\(isCut))"
    }

    /// The statements that compute the keys of the recorded rows.
    var updateStatements: [String] {
        [
            "UPDATE \(table) SET \(assignments) WHERE Z_PK IN (\(changedKeys))",
            "DELETE FROM \(Self.changeTable) WHERE ZCUT = 1 AND ZTABLE = '\(table)' "
                + "AND Z_PK IN (\(changedKeys))",
            "\(cutStatement) AND Z_PK IN (\(changedKeys))",
            "DELETE FROM \(Self.changeTable) WHERE ZCUT = 0 AND ZTABLE = '\(table)'",
        ]
    }
}

extension SQLSchema {
    /// The sort keys of the model: one for each table that has any.
    package var sortKeys: [SQLSortKeys] {
        layout.entities.filter { $0.superNumber == 0 && numbers.contains($0) }.compactMap { root in
            let pairs = layout.family(of: root).flatMap { entity in
                entity.slots.filter { $0.declaringEntityNumber == entity.number }
                    .compactMap { text -> SQLSortKeys.Pair? in
                        guard let key = entity.sortKeySlots[text.number],
                            let textColumn = self[entity].columns[text.number],
                            let keyColumn = self[entity].columns[key]
                        else { return nil }
                        return SQLSortKeys.Pair(text: textColumn, key: keyColumn)
                    }
            }
            return pairs.isEmpty ? nil : SQLSortKeys(table: self[root].table, pairs: pairs)
        }
    }
}

/// Whether the rows of a table are in the order of their sort keys.
package enum SortKeyState: Sendable {
    case ordered
    /// Some keys are truncated: the texts decide among equal ones.
    case cut
    /// Another process has changed texts, whose keys the next save computes.
    case outOfDate
}

extension SQLQueryBuilder {
    /// The terms of an order for the texts at a key path: the column of their sort keys, and the
    /// texts too if some keys are truncated. Nil if the store has no reliable keys for them.
    func storedSortKey(
        of expression: FetchExpression, _ compiler: SQLCompiler
    ) throws -> [SQLFragment]? {
        guard let (path, state) = try sortKey(of: expression, compiler.root.entity),
            state != .outOfDate
        else { return nil }
        let key = try compiler.scalar(.keyPath(path)).fragment
        guard state == .cut else { return [key] }
        let text = try compiler.scalar(expression).fragment
        let limit = TextSortKey.maximumLength
        return [key, "CASE WHEN \(dialect.byteCount(key)) >= \(raw: limit) THEN \(text) END"]
    }

    /// The states of the sort keys that an order may use; nil where it uses none.
    func sortKeyStates(of fetch: StoreFetch) throws -> [SortKeyState?] {
        try fetch.sortDescriptors.map { descriptor in
            guard descriptor.comparison == .localizedStandard else { return nil }
            let resolver = PredicateResolver(compiler(fetch).typer)
            return try sortKey(of: resolver.resolve(descriptor.expression), fetch.entity)?.state
        }
    }

    /// The name of the attribute by which a store sorts for a descriptor.
    func indexedName(of descriptor: FetchSortDescriptor, in entity: EntityLayout) throws -> String {
        guard descriptor.comparison == .localizedStandard,
            let (path, state) = try sortKey(of: .keyPath([descriptor.keyPath]), entity),
            state == .ordered
        else { return descriptor.keyPath }
        return path[0]
    }

    /// The key path of the sort keys of the texts at a resolved expression, and their state; nil if
    /// the store has none.
    private func sortKey(
        of texts: FetchExpression, _ entity: EntityLayout
    ) throws -> (path: [String], state: SortKeyState)? {
        guard case .keyPath(let keys) = texts,
            let (path, entity) = schema.layout.sortKeyPath(of: keys, from: entity),
            let state = try sortKeys(table(of: entity))
        else { return nil }
        return (path, state)
    }

    /// The assignment of the sort key of a constant text. For computed texts, and for those whose
    /// keys are truncated, triggers record the rows.
    func sortKey(for assignment: StoreAssignment, _ entity: EntityLayout) throws -> SQLFragment? {
        guard case .constant(let text) = assignment.value,
            let number = entity.sortKeySlots[assignment.slot.number],
            let column = schema[entity].columns[number], try sortKeys(table(of: entity)) != nil
        else { return nil }
        let key = TextSortKey.stored(of: text)
        guard !TextSortKey.isCut(key) else { return nil }
        return "\(raw: column) = \(SQLFragment(parameter: key))"
    }

    private func table(of entity: EntityLayout) -> String {
        schema[schema.layout.entity(entity.rootNumber)].table
    }
}

extension EntityLayout {
    /// The attributes that contain sort keys, by the numbers of the text attributes.
    static func sortKeySlots(_ slots: [PropertySlot]) -> [Int: Int] {
        var keys: [Int: Int] = [:]
        for text in slots {
            guard let attribute = text.attribute, let name = attribute.sortKeyName,
                attribute.attributeType == .string, !text.isTransient, !attribute.isDerived,
                let key = slots.first(where: { $0.name == name }),
                key.declaringEntityNumber == text.declaringEntityNumber,
                key.attribute?.canHoldSortKeys == true, key.attribute?.isDerived == false,
                !keys.values.contains(key.number)
            else { continue }
            keys[text.number] = key.number
        }
        return keys
    }

    /// The numbers of values to write, with exactly the sort keys of the texts among them.
    func withSortKeys(_ numbers: [Int]) -> [Int] {
        guard !sortKeySlots.isEmpty else { return numbers }
        return numbers.filter { sortKeyTexts[$0] == nil } + numbers.compactMap { sortKeySlots[$0] }
    }

    /// The value of an attribute for predicates. Records in memory have no sort keys; they are
    /// computed from the texts.
    ///
    /// - Parameter value: the record's value by number.
    func attributeValue(
        _ number: Int, _ value: (Int) throws -> AttributeValue
    ) rethrows -> AttributeValue {
        guard let text = sortKeyTexts[number] else { return try value(number) }
        return TextSortKey.stored(of: try value(text))
    }
}

extension ModelLayout {
    /// The key path of the sort keys of the texts at a key path, and their entity; nil for texts
    /// without sort keys.
    ///
    /// - Parameter keys: one property each; all but the last are to-one relationships.
    func sortKeyPath(
        of keys: [String], from entity: EntityLayout
    ) -> (keys: [String], entity: EntityLayout)? {
        var entity = entity
        for key in keys.dropLast() {
            guard let slot = entity.slot(named: key), slot.isToOne else { return nil }
            entity = self.entity(slot.destinationNumber)
        }
        guard let text = keys.last.flatMap(entity.slot(named:)),
            let key = entity.sortKeySlots[text.number]
        else { return nil }
        return (Array(keys.dropLast()) + [entity.slots[key].name], entity)
    }
}
