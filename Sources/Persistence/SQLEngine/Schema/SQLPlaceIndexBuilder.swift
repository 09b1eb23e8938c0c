import ObjectModel

/// Makes the R-trees that a model asks for.
struct SQLPlaceIndexBuilder {
    /// SQLite's limit.
    private static let greatestDimensionCount = 5

    let layout: ModelLayout
    let entities: [SQLEntity]

    /// The trees, entity by entity.
    var indexes: [SQLPlaceIndex] {
        layout.entities.flatMap { entity in
            entity.description.indexes.compactMap { index($0, of: entity) }
        }
    }

    private func index(
        _ index: FetchIndexDescription, of entity: EntityLayout
    ) -> SQLPlaceIndex? {
        let sql = entities[entity.number - 1]
        let columns = index.elements.compactMap { element -> String? in
            guard element.collationType == .rTree, let name = element.propertyName else {
                return nil
            }
            return entity.slot(named: name).flatMap { sql.columns[$0.number] }
        }
        guard columns.count == index.elements.count,
            (1...Self.greatestDimensionCount).contains(columns.count)
        else { return nil }
        return SQLPlaceIndex(
            name: SQLPlaceIndex.name(entity: entity.name, index: index.name), table: sql.table,
            columns: columns,
            numbers: entity.superNumber == 0
                ? nil : sql.number...entities[entity.lastNumber - 1].number)
    }
}
