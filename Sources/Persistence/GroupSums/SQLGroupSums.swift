import ObjectModel

/// The counts and sums of the records that an index holds, by the values that the index begins with, kept in a table
/// beside it: a list says how many there are without going through all of them.
///
/// Each row adds to the sums of a group, or takes from them. Triggers put one in for each record that is written,
/// for all writers, by means of SQLite itself; a save of this library adds up the rows when they have become
/// many. What replaces a record without a deletion makes the sums unknown, and the next save counts again.
package struct SQLGroupSums: Sendable, Hashable {
    /// The start of the names of all parts.
    static let prefix = "SUMS_"
    /// How many rows are left until they are added up, if there are no more groups than that.
    private static let maximumCount = 500

    /// A number that is summed, and how many records have it.
    package struct Sum: Sendable, Hashable {
        let property: String
        let column: String
        var count: String { "Z_COUNT_\(column)" }
    }

    /// A value that the records of a group share.
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
    /// The columns that records of the index have to have, or have to lack.
    let conditions: Set<Presence>
    /// The columns of each of the table's uniqueness constraints.
    private let uniqueColumns: [[String]]

    /// That records have a value, or lack it.
    package struct Presence: Sendable, Hashable {
        let column: String
        let isThere: Bool
    }

    /// Groups are what the index begins with, and sums are made of its whole numbers. What else it has may be anything.
    ///
    /// - Returns: nil for an index that does not begin with relationships or truth values.
    init?(
        of index: FetchIndexDescription, _ entity: EntityLayout, in schema: SQLSchema
    ) {
        func column(_ property: String) -> String? {
            entity.slot(named: property).flatMap { schema[entity].columns[$0.number] }
        }
        table = schema[entity].table
        name = "\(Self.prefix)\(entity.name)_\(index.name.inSQLName)"
        var (groups, sums): ([Group], [Sum]) = ([], [])
        for (place, element) in index.elements.enumerated() {
            guard let property = element.propertyName, let slot = entity.slot(named: property),
                let column = column(property)
            else { return nil }
            switch slot.attribute?.attributeType {
            case .integer16, .integer32, .integer64:
                sums.append(Sum(property: property, column: column))
            case .boolean where groups.count == place,
                nil where slot.isToOne && groups.count == place:
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

    var tableStatement: String {
        "CREATE TABLE \(name) (\(columns.map { "\($0) INTEGER" }.joined(separator: ", ")))"
    }

    /// The statements that make the triggers.
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
            // A replaced row is deleted without running the triggers of a deletion.
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

    /// The statement that adds a row to the sums of its group, or takes it from them.
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

    // MARK: - What keeps the sums

    /// Whether the sums are those of the records. What was added up has negative row numbers.
    var isKnownStatement: String {
        "SELECT NOT EXISTS (SELECT 1 FROM \(name) WHERE rowid >= 0 AND Z_COUNT IS NULL)"
    }

    /// Whether many rows were put in since they were added up.
    var areManyStatement: String {
        "SELECT ifnull(max(rowid), 0) > max(\(Self.maximumCount), -ifnull(min(rowid), 0)) FROM \(name)"
    }

    /// The condition for the rows of a name.
    private func condition(_ row: String) -> String? {
        let parts = conditions.map { "\(row)\($0.column) IS \($0.isThere ? "NOT NULL" : "NULL")" }
        return parts.isEmpty ? nil : parts.sorted().joined(separator: " AND ")
    }

    /// The statement that finds the greatest number of a row.
    var lastStatement: String { "SELECT max(rowid) FROM \(name)" }

    private var groupList: String { groups.map(\.column).joined(separator: ", ") }

    /// The sums as the table has them.
    private var stored: String {
        let sums = (["Z_COUNT"] + sums.flatMap { [$0.column, $0.count] }).map { "sum(\($0))" }
        let isAny = sums.map { "\($0) <> 0" }.joined(separator: " OR ")
        return "SELECT \(groupList), \(sums.joined(separator: ", ")) FROM \(name) "
            + "GROUP BY \(groupList) HAVING \(isAny)"
    }

    /// The sums of the records themselves.
    private var counted: String {
        let sums = sums.map { ", ifnull(sum(\($0.column)), 0), count(\($0.column))" }.joined()
        return "SELECT \(groupList), count(*)\(sums) FROM \(table)"
            + "\(condition("").map { " WHERE \($0)" } ?? "") GROUP BY \(groupList)"
    }

    /// The statements that count the records again.
    ///
    /// - Parameter last: the greatest number of the rows that are there.
    func countStatements(_ last: Int64) -> [String] { replacing(last, with: counted) }

    /// The statements that add up the rows.
    func sumStatements(_ last: Int64) -> [String] { replacing(last, with: stored) }

    private func replacing(_ last: Int64, with sums: String) -> [String] {
        [
            "INSERT INTO \(name) (\(columnList)) SELECT * FROM (\(sums))",
            "DELETE FROM \(name) WHERE rowid <= \(last)",
            // So that -1 is the last of them, and what is put in has numbers from 0 on.
            "UPDATE \(name) SET rowid = rowid - (SELECT max(rowid) + 1 FROM \(name))",
        ]
    }

    /// The statement that finds whether the sums are others than those of the records.
    var differingStatement: String {
        "SELECT EXISTS (SELECT * FROM (\(stored)) EXCEPT SELECT * FROM (\(counted))) "
            + "OR EXISTS (SELECT * FROM (\(counted)) EXCEPT SELECT * FROM (\(stored)))"
    }

    /// The sentence about sums that differ from the records.
    var fault: String { "The sums in \(name) are not those of the records of \(table)." }
}

extension SQLGroupSums.Presence {
    /// The columns that predicates require to be there or not; nil if they require something else.
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
                all.insert(Self(column: column, isThere: comparison.op == .notEqual))
            default: return nil
            }
        }
        return all
    }
}

extension SQLSchema {
    /// The sums that the model asks for: an entity names the indexes in its `userInfo`, under `sums`.
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
