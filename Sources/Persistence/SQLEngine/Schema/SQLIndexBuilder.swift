import ObjectModel

/// Makes the statements for the indexes and uniqueness constraints that a model asks for.
struct SQLIndexBuilder {
    let layout: ModelLayout
    let entities: [SQLEntity]
    var dialect = SQLDialect.sqlite

    /// The statements, entity by entity.
    var statements: [String] { layout.entities.flatMap(statements) }

    private func statements(of entity: EntityLayout) -> [String] {
        let description = entity.description
        return description.allIndexes.compactMap { statement($0, of: entity) }
            + description.uniquenessConstraints.compactMap { constraint($0, of: entity) }
    }

    /// Nil for an index that SQL text cannot express here: it would only make some fetches faster.
    /// R-trees are tables of their own.
    private func statement(_ index: FetchIndexDescription, of entity: EntityLayout) -> String? {
        let spelling = SQLIndexExpression(
            dialect: dialect, type: { entity.slot(named: $0)?.attribute?.attributeType },
            column: { column($0, of: entity) })
        // A to-many relationship has no column: the index is over the rest.
        let elements = index.elements.filter { !isToMany($0.propertyName, of: entity) }
        let columns = elements.compactMap { element -> String? in
            guard element.collationType == .binary else { return nil }
            let indexed: String? =
                if let name = element.propertyName { column(name, of: entity) } else {
                    value(element, spelling)
                }
            return indexed.map { dialect.indexed($0, ascending: element.isAscending) }
        }
        guard columns.count == elements.count, !columns.isEmpty else { return nil }
        let statement =
            "CREATE INDEX Z_\(entity.name)_\(index.name.inSQLName) ON \(table(entity)) "
            + "(\(columns.joined(separator: ", ")))"
        guard let format = index.partialIndexPredicateFormat else { return statement }
        return spelling.condition(format).map { "\(statement) WHERE \($0)" }
    }

    /// What is computed for an index. No fetch asks PostgreSQL for what it is over, and it would refuse records
    /// whose numbers are too large for it.
    private func value(
        _ element: FetchIndexElementDescription, _ spelling: SQLIndexExpression
    ) -> String? {
        dialect == .sqlite ? element.expression.flatMap { spelling.value($0) } : nil
    }

    /// The statement of a uniqueness constraint; nil if one of its properties has no column.
    func constraint(_ properties: [String], of entity: EntityLayout) -> String? {
        let columns = properties.compactMap { column($0, of: entity) }
        guard columns.count == properties.count, !columns.isEmpty else { return nil }
        let name = properties.joined(separator: "_").inSQLName
        return "CREATE UNIQUE INDEX Z_\(entity.name)_UNIQUE_\(name) "
            + "ON \(table(entity)) "
            + "(\(columns.map { dialect.indexed($0, ascending: true) }.joined(separator: ", ")))"
    }

    private func table(_ entity: EntityLayout) -> String { entities[entity.number - 1].table }

    private func isToMany(_ property: String?, of entity: EntityLayout) -> Bool {
        property.flatMap { entity.slot(named: $0) }?.isToMany == true
    }

    private func column(_ property: String, of entity: EntityLayout) -> String? {
        entity.slot(named: property).flatMap { entities[entity.number - 1].columns[$0.number] }
    }
}

extension SQLSchema {
    /// The statement that makes some properties of an entity unique; nil if one of them has no column. The
    /// schema may have it under another name, because this one is taken.
    func constraint(_ properties: [String], of entity: EntityLayout) -> String? {
        SQLIndexBuilder(layout: layout, entities: entities, dialect: dialect)
            .constraint(properties, of: entity)
    }

    /// The uniqueness constraints, by the names of their indexes.
    package var constraints: [String: (entity: String, properties: [String])] {
        let made = layout.entities.flatMap { entity in
            entity.description.uniquenessConstraints.compactMap { properties in
                constraint(properties, of: entity).map {
                    (StoreSQL.definition(in: $0), (entity: entity.name, properties: properties))
                }
            }
        }
        let byDefinition = Dictionary(made) { first, _ in first }
        return indexes.reduce(into: [:]) { constraints, statement in
            guard let name = StoreSQL.name(madeBy: statement) else { return }
            constraints[name] = byDefinition[StoreSQL.definition(in: statement)]
        }
    }
}
