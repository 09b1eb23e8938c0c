import ObjectModel

/// An R-tree over locations or ranges, maintained by triggers.
struct RTreeIndex: Sendable, Hashable {
    /// The declaring entity and the index's name in the model.
    let entity: String
    let index: String
    let name: String
    let table: String
    /// The columns of the records, one for each dimension.
    let columns: [String]
    /// The entity numbers of the records in the tree; nil for all of the table.
    let numbers: ClosedRange<Int>?

    var createStatement: String {
        "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY, "
            + "\(bounds.joined(separator: ", ")))"
    }

    var fillStatement: String {
        let values = columns.map { "\($0), \($0)" }.joined(separator: ", ")
        let condition = numbers.map {
            " WHERE Z_ENT BETWEEN \($0.lowerBound) AND \($0.upperBound)"
        }
        return "INSERT INTO \(name) (Z_PK, \(bounds.joined(separator: ", "))) "
            + "SELECT Z_PK, \(values) FROM \(table)\(condition ?? "")"
    }

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
        ) -> String {
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

    /// The columns of the minimum and maximum of each dimension.
    var bounds: [String] { columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] } }
}

struct RTreeIndexBuilder {
    /// SQLite's limit.
    private static let maximumDimensionCount = 5

    let layout: ModelLayout
    let entities: [SQLEntity]

    /// The suffixes of the tables that SQLite makes for a tree.
    private static let endings = ["_NODE", "_PARENT", "_ROWID"]

    /// The trees, entity by entity.
    ///
    /// - Parameter names: the names of the existing tables; those of the trees are added.
    func indexes(_ names: inout Set<String>) -> [RTreeIndex] {
        var indexes: [RTreeIndex] = []
        for entity in layout.entities {
            for description in entity.description.indexes {
                guard let index = index(description, of: entity, &names) else { continue }
                indexes.append(index)
            }
        }
        return indexes
    }

    private func index(
        _ index: FetchIndexDescription, of entity: EntityLayout, _ names: inout Set<String>
    ) -> RTreeIndex? {
        let sql = entities[entity.number - 1]
        let columns = index.elements.compactMap { element -> String? in
            guard element.collationType == .rTree, let name = element.propertyName else {
                return nil
            }
            return entity.slot(named: name).flatMap { sql.columns[$0.number] }
        }
        guard columns.count == index.elements.count,
            (1...Self.maximumDimensionCount).contains(columns.count),
            Set(columns).count == columns.count
        else { return nil }
        return RTreeIndex(
            entity: entity.name, index: index.name,
            name: names.insertUnique(
                "Z_RT_\(entity.name)_\(index.name.inSQLName)", takingAlong: Self.endings),
            table: sql.table, columns: columns,
            numbers: entity.superNumber == 0
                ? nil : sql.number...entities[entity.lastNumber - 1].number)
    }
}
