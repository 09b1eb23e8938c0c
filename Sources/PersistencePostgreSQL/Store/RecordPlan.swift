import Persistence

/// How the values of a record become the parameters of a statement.
struct RecordPlan {
    /// One value.
    struct Value {
        var number: Int
        var kind: RowPlan.Kind
        /// Whether the number of the destination's entity follows in a column of its own.
        var hasEntityColumn = false
    }

    let sql: String
    /// The statement that copies rows in, for a plan of new records.
    let copyStatement: String
    let values: [Value]

    /// The plan for new records: key, version and the entity's number come first.
    ///
    /// - Parameters:
    ///   - constraints: the columns of the uniqueness constraints by which a record that is there takes
    ///     values over, the one that counts first in front; empty if it stays as it is, or if there is no
    ///     constraint.
    ///   - given: the numbers of the values that it takes over; nil if a record that is there is an error.
    init(
        insertInto entity: EntityLayout, _ sql: SQLEntity, resolving constraints: [[String]] = [],
        given: [Int]? = nil
    ) {
        let (values, names) = Self.values(Array(0..<sql.columns.count), of: entity, sql)
        let insertion = RecordInsertion(
            table: sql.table, columns: ["Z_PK", "Z_OPT", "Z_ENT"] + names)
        let taken = given?.flatMap { [sql.columns[$0], sql.entityColumns[$0]].compactMap(\.self) }
        self.sql = taken.map { insertion.resolving(constraints, taking: $0) } ?? insertion.plain
        copyStatement = insertion.copy
        self.values = values
    }

    /// The plan for changed records: the new version comes first; the key and, if wanted, the expected
    /// version last.
    init(
        update sql: SQLEntity, _ entity: EntityLayout, changed: [Int], checksVersion: Bool
    ) {
        let (values, names) = Self.values(changed, of: entity, sql)
        let assignments = (["Z_OPT"] + names).enumerated().map { "\($1) = $\($0 + 1)" }
        let last = names.count + 2
        self.sql =
            "UPDATE \(sql.table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = $\(last)"
            + (checksVersion ? " AND Z_OPT = $\(last + 1)" : "")
        copyStatement = ""
        self.values = values
    }

    private static func values(
        _ numbers: [Int], of entity: EntityLayout, _ sql: SQLEntity
    ) -> ([Value], [String]) {
        var values: [Value] = []
        var columns: [String] = []
        for number in numbers {
            guard let column = sql.columns[number] else { continue }
            let slot = number < entity.slots.count ? entity.slots[number] : nil
            let kind = slot.map { $0.attribute.map { RowPlan.Kind($0) } ?? .object } ?? .integer
            var value = Value(number: number, kind: kind)
            columns.append(column)
            if let entityColumn = sql.entityColumns[number] {
                value.hasEntityColumn = true
                columns.append(entityColumn)
            }
            values.append(value)
        }
        return (values, columns)
    }
}
