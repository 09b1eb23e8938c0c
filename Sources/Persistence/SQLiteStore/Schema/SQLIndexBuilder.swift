import ObjectModel

/// Makes the statements for the indexes and uniqueness constraints that a model asks for.
struct SQLIndexBuilder {
    let layout: ModelLayout
    let entities: [SQLEntity]

    /// The statements, entity by entity.
    var statements: [String] { layout.entities.flatMap(statements) }

    private func statements(of entity: EntityLayout) -> [String] {
        let description = entity.description
        return description.allIndexes.compactMap { statement($0, of: entity) }
            + description.uniquenessConstraints.compactMap { constraint($0, of: entity) }
    }

    /// Nil for an index that SQL text cannot express here (over expressions, for places on a map,
    /// over some of the records): it would only make some fetches faster.
    private func statement(_ index: FetchIndexDescription, of entity: EntityLayout) -> String? {
        guard index.partialIndexPredicateFormat == nil else { return nil }
        let columns = index.elements.compactMap { element -> String? in
            guard element.collationType == .binary, let name = element.propertyName,
                let column = column(name, of: entity)
            else { return nil }
            return "\(column) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
        }
        guard columns.count == index.elements.count, !columns.isEmpty else { return nil }
        return "CREATE INDEX Z_\(entity.name)_\(index.name) ON \(table(entity)) "
            + "(\(columns.joined(separator: ", ")))"
    }

    private func constraint(_ properties: [String], of entity: EntityLayout) -> String? {
        let columns = properties.compactMap { column($0, of: entity) }
        guard columns.count == properties.count, !columns.isEmpty else { return nil }
        return "CREATE UNIQUE INDEX Z_\(entity.name)_UNIQUE_\(properties.joined(separator: "_")) "
            + "ON \(table(entity)) "
            + "(\(columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")))"
    }

    private func table(_ entity: EntityLayout) -> String { entities[entity.number - 1].table }

    private func column(_ property: String, of entity: EntityLayout) -> String? {
        entity.slot(named: property).flatMap { entities[entity.number - 1].columns[$0.number] }
    }
}
