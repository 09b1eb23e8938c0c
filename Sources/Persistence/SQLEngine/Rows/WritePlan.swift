import ObjectModel
import Synchronization

/// The mapping of a record's values to the parameters of a statement.
package struct WritePlan: Sendable {
    package struct Value: Sendable {
        package let number: Int
        package let kind: RowPlan.Kind
        /// Whether a column for the destination's entity number follows.
        package let hasEntityColumn: Bool
        /// The number of the text whose sort key it is; nil for a value of the record.
        package let textNumber: Int?

        /// The values to write for a record.
        ///
        /// - Parameter keepsSortKeys: whether the store keeps sort keys.
        @inline(__always)
        package func content(of row: RowSnapshot, keepsSortKeys: Bool) -> AttributeValue {
            guard let textNumber else { return row[number] }
            return keepsSortKeys ? TextSortKey.stored(of: row[textNumber]) : .null
        }
    }

    package let sql: String
    /// The statement with `OR FAIL`, for SQLite. A violated constraint then leaves what the statement has done, until
    /// the transaction is rolled back. Otherwise SQLite keeps the pages that a statement with triggers
    /// changes, 4 kB for each index.
    let sqlOrFail: String
    /// The COPY statement for new records, if the engine has one.
    package let copyStatement: String
    package let values: [Value]
    /// The numbers of the values that may be in external files.
    let externalNumbers: [Int]

    /// The plan for new records; key, version and entity number come first.
    package init(insertInto entity: EntityLayout, _ schema: SQLSchema) {
        let values = Self.values(Array(0..<schema[entity].columns.count), of: entity, schema)
        let insertion = SQLInsertion(of: values, entity, schema)
        self.init(
            insertion.plain, orFail: insertion.plainOrFail, copy: insertion.copy, values)
    }

    /// The plan for new records that may conflict with others over unique values. A row returns the
    /// key of each written record.
    ///
    /// - Parameters:
    ///   - given: the numbers of the values that update the existing record; nil to leave it unchanged.
    ///   - staged: the numbers of the staged values, whose parameters are their numbers in the staging
    ///     table.
    package init(
        insertInto entity: EntityLayout, _ schema: SQLSchema, merging given: [Int]?,
        staged: [Int] = []
    ) {
        let values = Self.values(Array(0..<schema[entity].columns.count), of: entity, schema)
        let insertion = SQLInsertion(of: values, entity, schema, staged: staged)
        let sql = given.map {
            insertion.merging(
                Self.columns(of: entity.withSortKeys($0), schema[entity]),
                by: schema.uniquenessConstraints(of: entity).map {
                    $0.compactMap { schema[entity].columns[$0] }
                })
        }
        self.init(sql ?? insertion.keeping, values)
    }

    /// The plan that finds the keys of records by values.
    package init(searching entity: EntityLayout, _ schema: SQLSchema, for numbers: [Int]) {
        let conditions = Self.columns(of: numbers, schema[entity]).map { "\($0) = ?" }
        let sql =
            "SELECT Z_PK FROM \(schema[entity].table) WHERE "
            + conditions.joined(separator: " AND ")
        self.init(schema.dialect.text(sql), Self.values(numbers, of: entity, schema))
    }

    /// The plan for changed records. The new version comes first, the key and the expected version,
    /// if wanted, last.
    ///
    /// - Parameter staged: the numbers of the staged values, whose parameters are their numbers in
    ///   the staging table.
    package init(
        update entity: EntityLayout, _ schema: SQLSchema, changed: [Int], staged: [Int] = [],
        checksVersion: Bool
    ) {
        let changed = entity.withSortKeys(changed)
        let columns = ["Z_OPT"] + Self.columns(of: changed, schema[entity])
        let large = Set(Self.columns(of: staged, schema[entity]))
        let assignments = columns.map {
            "\($0) = \(large.contains($0) ? schema.dialect.staged("?") : "?")"
        }.joined(separator: ", ")
        let change =
            "\(schema[entity].table) SET \(assignments) WHERE Z_PK = ?"
            + (checksVersion ? " AND Z_OPT = ?" : "")
        self.init(
            schema.dialect.text("UPDATE \(change)"), orFail: "UPDATE OR FAIL \(change)",
            Self.values(changed, of: entity, schema))
    }

    private init(_ sql: String, orFail: String? = nil, copy: String = "", _ values: [Value]) {
        self.sql = sql
        sqlOrFail = orFail ?? sql
        copyStatement = copy
        self.values = values
        externalNumbers = values.filter { $0.kind == .external }.map(\.number)
    }

    private static func values(
        _ numbers: [Int], of entity: EntityLayout, _ schema: SQLSchema
    ) -> [Value] {
        numbers.filter { schema[entity].columns[$0] != nil }.map { number in
            let slot = number < entity.slots.count ? entity.slots[number] : nil
            return Value(
                number: number,
                kind: slot.map { $0.attribute.map { RowPlan.Kind($0) } ?? .object } ?? .integer,
                hasEntityColumn: schema[entity].entityColumns[number] != nil,
                textNumber: entity.sortKeyTexts[number])
        }
    }

    /// The columns of values in their order, each with that of its destination's entity.
    fileprivate static func columns(of numbers: [Int], _ entity: SQLEntity) -> [String] {
        numbers.flatMap { number -> [String] in
            guard let column = entity.columns[number] else { return [] }
            return [column] + [entity.entityColumns[number]].compactMap(\.self)
        }
    }
}

extension SQLInsertion {
    fileprivate init(
        of values: [WritePlan.Value], _ entity: EntityLayout, _ schema: SQLSchema,
        staged: [Int] = []
    ) {
        self.init(
            table: schema[entity].table,
            columns: ["Z_PK", "Z_OPT", "Z_ENT"]
                + WritePlan.columns(of: values.map(\.number), schema[entity]),
            dialect: schema.dialect,
            staged: Set(WritePlan.columns(of: staged, schema[entity])))
    }
}

extension SQLSchema {
    /// The numbers of the values of each uniqueness constraint of an entity. As in SQLite, the last
    /// violated constraint decides if a record conflicts with several others.
    package func uniquenessConstraints(of entity: EntityLayout) -> [[Int]] {
        layout.model.lineage(of: entity.name).flatMap(\.uniquenessConstraints).reversed()
            .compactMap { properties in
                let numbers = properties.compactMap { entity.slot(named: $0)?.number }
                    .filter { self[entity].columns[$0] != nil }
                return numbers.count == properties.count && !numbers.isEmpty ? numbers : nil
            }
    }
}

/// The plans of a store's statements, kept because most saves repeat them.
package final class WritePlans: Sendable {
    private struct Update: Hashable {
        let entity: Int
        let changed: [Int]
        let staged: [Int]
        let checksVersion: Bool
    }

    /// The greatest number of kept plans for changes; any set of properties may change together.
    private static let maximumCount = 1_000

    private let schema: SQLSchema
    /// By entity number − 1.
    private let insertions: [WritePlan]
    private let updates = Mutex<[Update: WritePlan]>([:])

    package init(_ schema: SQLSchema) {
        self.schema = schema
        insertions = schema.layout.entities.map { WritePlan(insertInto: $0, schema) }
    }

    package func insertion(into entity: EntityLayout) -> WritePlan {
        insertions[entity.number - 1]
    }

    /// The plan for a change of some values.
    ///
    /// - Parameter staged: the numbers of the staged values.
    package func update(
        of entity: EntityLayout, changed: [Int], staged: [Int] = [], checksVersion: Bool
    ) -> WritePlan {
        let key = Update(
            entity: entity.number, changed: changed, staged: staged, checksVersion: checksVersion)
        return updates.withLock { plans in
            if let plan = plans[key] { return plan }
            if plans.count > Self.maximumCount { plans.removeAll() }
            let plan = WritePlan(
                update: entity, schema, changed: changed, staged: staged,
                checksVersion: checksVersion)
            plans[key] = plan
            return plan
        }
    }
}

/// Statements that add a record. Its parameters follow the order of the columns, the key first.
struct SQLInsertion {
    let table: String
    let columns: [String]
    let dialect: SQLDialect
    /// The columns of staged values, whose parameters are numbers in the staging table.
    var staged: Set<String> = []

    var plain: String { dialect.text("\(beginning) VALUES (\(marks))") }
    var plainOrFail: String { "INSERT OR FAIL INTO \(table) (\(list)) VALUES (\(marks))" }

    /// Adds many records, in PostgreSQL.
    var copy: String { "COPY \(table) (\(list)) FROM STDIN (FORMAT binary)" }

    /// Adds the record unless its unique values exist. Returns the key of a written record.
    var keeping: String { "\(plain) ON CONFLICT DO NOTHING RETURNING Z_PK" }

    /// Adds the record, or updates the one with its unique values. Returns the key of the written
    /// record.
    ///
    /// - Parameters:
    ///   - taken: the columns that are updated.
    ///   - constraints: the columns of each uniqueness constraint, the most important first.
    func merging(_ taken: [String], by constraints: [[String]]) -> String {
        switch (dialect, constraints.count) {
        case (.sqlite, _): updating(taken)
        case (.postgreSQL, 0): keeping
        case (.postgreSQL, 1): updating(taken, by: constraints[0])
        case (.postgreSQL, _): searching(constraints, taking: taken)
        }
    }

    /// - Parameter constraint: the violated constraint; nil, for SQLite alone, means any.
    private func updating(_ taken: [String], by constraint: [String]? = nil) -> String {
        let target = constraint.map { " (\($0.joined(separator: ", ")))" } ?? ""
        let values = taken.map { "\($0) = excluded.\($0)" }
        return "\(plain) ON CONFLICT\(target) DO UPDATE SET \(assignments(values)) RETURNING Z_PK"
    }

    /// ON CONFLICT handles a single constraint. For several, the same statement first looks for the
    /// existing record. A record that another process has just added is invisible to the
    /// transaction; the insertion then fails with a conflict.
    private func searching(_ constraints: [[String]], taking taken: [String]) -> String {
        let searches = constraints.enumerated().map { index, columns in
            "SELECT Z_PK, \(index) AS place FROM \(table) WHERE "
                + columns.map { "\($0) = \(parameter($0))" }.joined(separator: " AND ")
        }
        let values = taken.map { "\($0) = \(parameter($0))" }
        return "WITH met AS (SELECT Z_PK FROM ("
            + searches.joined(separator: " UNION ALL ") + ") AS found ORDER BY place LIMIT 1), "
            + "changed AS (UPDATE \(table) SET \(assignments(values)) FROM met "
            + "WHERE \(table).Z_PK = met.Z_PK RETURNING \(table).Z_PK), "
            + "added AS (\(dialect.text("\(beginning) SELECT \(marks)")) "
            + "WHERE NOT EXISTS (SELECT 1 FROM met) ON CONFLICT DO NOTHING RETURNING Z_PK) "
            + "SELECT Z_PK FROM changed UNION ALL SELECT Z_PK FROM added"
    }

    private var beginning: String { "INSERT INTO \(table) (\(list))" }
    private var list: String { columns.joined(separator: ", ") }
    private var marks: String { columns.map { marked($0, "?") }.joined(separator: ", ") }

    private func parameter(_ column: String) -> String {
        guard let index = columns.firstIndex(of: column) else { return "NULL" }
        return marked(column, dialect.parameter(index + 1))
    }

    private func marked(_ column: String, _ mark: String) -> String {
        staged.contains(column) ? dialect.staged(mark) : mark
    }

    private func assignments(_ values: [String]) -> String {
        (["Z_OPT = \(table).Z_OPT + 1"] + values).joined(separator: ", ")
    }
}
