/// An index over places or ranges: an R-tree, kept by triggers.
struct SQLPlaceIndex: Sendable, Hashable {
    /// The entity that declares the index, and what the model calls it.
    let entity: String
    let index: String
    /// The name of the virtual table.
    let name: String
    /// The table of the records.
    let table: String
    /// The columns of the records, each a dimension of the tree.
    let columns: [String]
    /// The numbers of the entities whose records are in it; nil if all of the table's are.
    let numbers: ClosedRange<Int>?

    /// The statement that makes the tree.
    var createStatement: String {
        "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY, "
            + "\(bounds.joined(separator: ", ")))"
    }

    /// The statement that enters all records.
    var fillStatement: String {
        let values = columns.map { "\($0), \($0)" }.joined(separator: ", ")
        let condition = numbers.map {
            " WHERE Z_ENT BETWEEN \($0.lowerBound) AND \($0.upperBound)"
        }
        return "INSERT INTO \(name) (Z_PK, \(bounds.joined(separator: ", "))) "
            + "SELECT Z_PK, \(values) FROM \(table)\(condition ?? "")"
    }

    /// The statements that make the triggers.
    var triggers: [String] {
        let condition = numbers.map {
            " WHEN NEW.Z_ENT BETWEEN \($0.lowerBound) AND \($0.upperBound)"
        }
        let values = columns.map { "NEW.\($0), NEW.\($0)" }.joined(separator: ", ")
        let insertion =
            "INSERT OR REPLACE INTO \(name) (Z_PK, \(bounds.joined(separator: ", "))) "
            + "VALUES (NEW.Z_PK, \(values)) ;"
        func trigger(
            _ suffix: String, _ event: String, _ condition: String?, _ body: String
        )
            -> String
        {
            "CREATE TRIGGER IF NOT EXISTS \(name)_\(suffix) AFTER \(event) ON \(table) "
                + "FOR EACH ROW\(condition ?? "") BEGIN \(body) END"
        }
        return [
            trigger("INSERT", "INSERT", condition, insertion),
            trigger(
                "UPDATE", "UPDATE OF \(columns.joined(separator: ", "))", condition, insertion),
            trigger("DELETE", "DELETE", nil, "DELETE FROM \(name) WHERE Z_PK = OLD.Z_PK ;"),
        ]
    }

    /// The least and the greatest value of each dimension.
    var bounds: [String] { columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] } }
}
