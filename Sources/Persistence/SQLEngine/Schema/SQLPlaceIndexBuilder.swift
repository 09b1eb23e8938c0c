import ObjectModel

/// Makes the R-trees that a model asks for.
struct SQLPlaceIndexBuilder {
    /// SQLite's limit.
    private static let greatestDimensionCount = 5

    let layout: ModelLayout
    let entities: [SQLEntity]

    /// The ends of the names of the tables that SQLite makes for a tree.
    private static let endings = ["_NODE", "_PARENT", "_ROWID"]

    /// The trees, entity by entity.
    ///
    /// - Parameter names: the names of the tables that there are, to which these come.
    func indexes(_ names: inout Set<String>) -> [SQLPlaceIndex] {
        var indexes: [SQLPlaceIndex] = []
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
    ) -> SQLPlaceIndex? {
        let sql = entities[entity.number - 1]
        let columns = index.elements.compactMap { element -> String? in
            guard element.collationType == .rTree, let name = element.propertyName else {
                return nil
            }
            return entity.slot(named: name).flatMap { sql.columns[$0.number] }
        }
        guard columns.count == index.elements.count,
            (1...Self.greatestDimensionCount).contains(columns.count),
            Set(columns).count == columns.count
        else { return nil }
        return SQLPlaceIndex(
            entity: entity.name, index: index.name,
            name: names.insertUnique(
                "Z_RT_\(entity.name)_\(index.name.inSQLName)", takingAlong: Self.endings),
            table: sql.table, columns: columns,
            numbers: entity.superNumber == 0
                ? nil : sql.number...entities[entity.lastNumber - 1].number)
    }
}
