import ObjectModel

/// Counts and sums of the records of an index, grouped by its first columns, in a table beside it,
/// so that a list shows totals without reading the records.
///
/// Each row adds to the sums of a group, or subtracts from them. Triggers, which need nothing but
/// SQLite, insert one for each written record, whatever program writes it; a save of this library
/// adds up the rows when there are many. A record that is replaced without a deletion makes the
/// sums unknown, and the next save counts again.
package struct SQLGroupSums: Sendable, Hashable {
    /// The prefix of all names.
    static let prefix = "SUMS_"
    /// The number of rows that may accumulate before they are added up, unless there are more
    /// groups.
    private static let maximumCount = 500

    /// The sum of a number, with the count of the records that have it.
    package struct Sum: Sendable, Hashable {
        let property: String
        let column: String
        var count: String { "Z_COUNT_\(column)" }
    }

    /// A column that the records of a group share.
    package struct Group: Sendable, Hashable {
        let property: String
        let column: String
    }

    /// The table of the records.
    package let table: String
    /// The table of the sums.
    package let name: String
    let groups: [Group]
    let sums: [Sum]
    /// The columns that the records of the index must have, or lack.
    let conditions: Set<Presence>
    private let uniqueColumns: [[String]]

    /// The condition that a column has a value, or none.
    package struct Presence: Sendable, Hashable {
        let column: String
        let isPresent: Bool
    }

    /// Creates the sums of an index: groups by its first columns, sums of its whole numbers, and
    /// ignores its other columns.
    ///
    /// - Returns: nil for an index that does not begin with relationships or Booleans.
    init?(of index: FetchIndexDescription, _ entity: EntityLayout, in schema: SQLSchema) {
        func column(_ property: String) -> String? {
            entity.slot(named: property).flatMap { schema[entity].columns[$0.number] }
        }
        table = schema[entity].table
        name = "\(Self.prefix)\(entity.name)_\(index.name.inSQLName)"
        var (groups, sums): ([Group], [Sum]) = ([], [])
        for (position, element) in index.elements.enumerated() {
            guard let property = element.propertyName, let slot = entity.slot(named: property),
                let column = column(property)
            else { return nil }
            switch slot.attribute?.attributeType {
            case .integer16, .integer32, .integer64:
                sums.append(Sum(property: property, column: column))
            case .boolean where groups.count == position,
                nil where slot.isToOne && groups.count == position:
                groups.append(Group(property: property, column: column))
            default: break
            }
        }
        guard !groups.isEmpty else { return nil }
        (self.groups, self.sums) = (groups, sums)
        uniqueColumns = entity.description.uniquenessConstraints.map { $0.compactMap(column) }
            .filter { !$0.isEmpty }
        guard let format = index.partialIndexPredicateFormat else {
            conditions = []
            return
        }
        guard let predicate = try? FetchPredicate(format: format),
            let conditions = Presence.all(in: [predicate], column)
        else { return nil }
        self.conditions = conditions
    }

    // MARK: - Tables and triggers

    private var columns: [String] {
        groups.map(\.column) + ["Z_COUNT"] + sums.flatMap { [$0.column, $0.count] }
    }

    private var columnList: String { columns.joined(separator: ", ") }

    var tableStatements: [String] {
        ["CREATE TABLE \(name) (\(columns.map { "\($0) INTEGER" }.joined(separator: ", ")))"]
    }

    var triggerStatements: [String] {
        let looked = Set(
            groups.map(\.column) + sums.map(\.column) + conditions.map(\.column)
        ).sorted()
        let isChanged = looked.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
        let keys = ["Z_PK"] + Set(uniqueColumns.flatMap(\.self)).sorted()
        return [
            trigger("AFTER INSERT", when: condition("NEW."), "\(values("NEW")); "),
            trigger("AFTER DELETE", when: condition("OLD."), "\(values("OLD", sign: "-")); "),
            trigger(
                "AFTER UPDATE", of: looked, when: isChanged,
                "\(values("OLD", sign: "-", where: condition("OLD."))); "
                    + "\(values("NEW", where: condition("NEW."))); "),
            // `OR REPLACE` deletes a row without firing the triggers of a deletion.
            trigger("BEFORE INSERT", when: "EXISTS (\(equals("1")))", forgetting),
            trigger(
                "BEFORE UPDATE", of: keys, when: "EXISTS (\(equals("r.Z_PK <> OLD.Z_PK")))",
                forgetting),
        ]
    }

    private var forgetting: String { "INSERT INTO \(name) (Z_COUNT) VALUES (NULL); " }

    private func equals(_ condition: String) -> String {
        let equal = ([["Z_PK"]] + uniqueColumns).map { columns in
            columns.map { "r.\($0) = NEW.\($0)" }.joined(separator: " AND ")
        }
        let isEqual = equal.map { "(\($0))" }.joined(separator: " OR ")
        return "SELECT 1 FROM \(table) r WHERE \(condition) AND (\(isEqual))"
    }

    private func trigger(
        _ event: String, of columns: [String] = [], when condition: String?, _ body: String
    ) -> String {
        let of = columns.isEmpty ? "" : " OF \(columns.joined(separator: ", "))"
        return "CREATE TRIGGER \(name)_\(event.replacing(" ", with: "_")) \(event)\(of) "
            + "ON \(table) FOR EACH ROW \(condition.map { "WHEN \($0) " } ?? "")BEGIN \(body)END"
    }

    /// The statement that adds a row to the sums of its group, or subtracts it.
    private func values(_ row: String, sign: String = "", where condition: String? = nil) -> String
    {
        let values =
            groups.map { "\(row).\($0.column)" } + ["\(sign)1"]
            + sums.flatMap {
                [
                    "\(sign)ifnull(\(row).\($0.column), 0)",
                    "\(sign)(\(row).\($0.column) IS NOT NULL)",
                ]
            }
        return "INSERT INTO \(name) (\(columnList)) SELECT \(values.joined(separator: ", "))"
            + (condition.map { " WHERE \($0)" } ?? "")
    }

    // MARK: - Updating

    /// Whether the sums are known. Rows that are added up have negative row numbers.
    var isKnownStatement: String {
        "SELECT NOT EXISTS (SELECT 1 FROM \(name) WHERE rowid >= 0 AND Z_COUNT IS NULL)"
    }

    /// Whether many rows were inserted since the last addition.
    var areManyStatement: String {
        "SELECT ifnull(max(rowid), 0) > max(\(Self.maximumCount), -ifnull(min(rowid), 0)) FROM \(name)"
    }

    /// The condition that `OLD` or `NEW` is in the index.
    private func condition(_ row: String) -> String? {
        let parts = conditions.map { "\(row)\($0.column) IS \($0.isPresent ? "NOT NULL" : "NULL")" }
        return parts.isEmpty ? nil : parts.sorted().joined(separator: " AND ")
    }

    var lastStatement: String { "SELECT max(rowid) FROM \(name)" }

    private var groupList: String { groups.map(\.column).joined(separator: ", ") }

    /// The sums from the table.
    private var stored: String {
        let sums = (["Z_COUNT"] + sums.flatMap { [$0.column, $0.count] }).map { "sum(\($0))" }
        let isAny = sums.map { "\($0) <> 0" }.joined(separator: " OR ")
        return "SELECT \(groupList), \(sums.joined(separator: ", ")) FROM \(name) "
            + "GROUP BY \(groupList) HAVING \(isAny)"
    }

    /// The sums from the records.
    private var counted: String {
        let sums = sums.map { ", ifnull(sum(\($0.column)), 0), count(\($0.column))" }.joined()
        return "SELECT \(groupList), count(*)\(sums) FROM \(table)"
            + "\(condition("").map { " WHERE \($0)" } ?? "") GROUP BY \(groupList)"
    }

    /// The statements that count the records again.
    ///
    /// - Parameter last: the last row number at present.
    func countStatements(_ last: Int64) -> [String] { replacing(last, with: counted) }

    /// The statements that add up the rows.
    func sumStatements(_ last: Int64) -> [String] { replacing(last, with: stored) }

    private func replacing(_ last: Int64, with sums: String) -> [String] {
        [
            "INSERT INTO \(name) (\(columnList)) SELECT * FROM (\(sums))",
            "DELETE FROM \(name) WHERE rowid <= \(last)",
            // The added rows end at −1, so that new ones start at 0.
            "UPDATE \(name) SET rowid = rowid - (SELECT max(rowid) + 1 FROM \(name))",
        ]
    }

    /// The statement that finds out whether the sums differ from the records.
    var differingStatement: String {
        "SELECT EXISTS (SELECT * FROM (\(stored)) EXCEPT SELECT * FROM (\(counted))) "
            + "OR EXISTS (SELECT * FROM (\(counted)) EXCEPT SELECT * FROM (\(stored)))"
    }

    var fault: String { "The sums in \(name) are not those of the records of \(table)." }
}

extension SQLGroupSums.Presence {
    /// The columns that predicates require to have a value or none; nil if they require anything
    /// else.
    ///
    /// - Parameter column: the column of a property.
    static func all(
        in predicates: [FetchPredicate], _ column: (String) -> String?
    ) -> Set<SQLGroupSums.Presence>? {
        var all: Set<SQLGroupSums.Presence> = []
        for predicate in predicates {
            switch predicate {
            case .and(let parts):
                guard let inner = Self.all(in: parts, column) else { return nil }
                all.formUnion(inner)
            case .comparison(let comparison):
                guard comparison.modifier == .direct, comparison.right == .constant(.null),
                    [.equal, .notEqual].contains(comparison.op),
                    case .keyPath(let keys) = comparison.left, keys.count == 1,
                    let column = column(keys[0])
                else { return nil }
                all.insert(Self(column: column, isPresent: comparison.op == .notEqual))
            default: return nil
            }
        }
        return all
    }
}

extension SQLSchema {
    /// The sums of the model: an entity names their indexes under `sums` in its `userInfo`.
    package var groupSums: [SQLGroupSums] {
        layout.entities.filter {
            $0.superNumber == 0 && !$0.hasSubentities && numbers.contains($0)
        }.flatMap { entity in
            let names = entity.description.userInfo["sums"]?.split(separator: " ") ?? []
            return names.compactMap { name in
                entity.description.indexes.first { $0.name == name }
                    .flatMap { SQLGroupSums(of: $0, entity, in: self) }
            }
        }
    }
}
