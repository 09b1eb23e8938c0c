import ObjectModel

/// Whether the rows of a table stand in the order of their sort keys.
package enum SortKeyState: Sendable {
    case ordered
    /// Some keys are cut: among equal ones of those, the texts decide.
    case cut
    /// Somebody else has changed texts, the keys of which the next save makes.
    case outOfDate
}

extension SQLQueryBuilder {
    /// What stands in an order for the texts at a key path: the column of their sort keys, and where some are cut,
    /// what tells these apart. Nil if the store has no keys for them, or none that can be relied on.
    func storedSortKey(
        of expression: FetchExpression, _ writer: SQLWriter
    ) throws -> [SQLFragment]? {
        guard case .keyPath(let keys) = expression,
            let (path, entity) = schema.layout.sortKeyPath(of: keys, from: writer.root.entity),
            let state = try sortKeys(table(of: entity)), state != .outOfDate
        else { return nil }
        let key = try writer.scalar(.keyPath(path)).fragment
        guard state == .cut else { return [key] }
        let text = try writer.scalar(expression).fragment
        let limit = TextSortKey.greatestLength
        return [key, "CASE WHEN \(dialect.byteCount(key)) >= \(raw: limit) THEN \(text) END"]
    }

    /// The name of the attribute by which a store sorts where a descriptor asks for the order of an attribute.
    func indexedName(of descriptor: FetchSortDescriptor, in entity: EntityLayout) throws -> String {
        guard descriptor.comparison == .localizedStandard,
            let (path, _) = schema.layout.sortKeyPath(of: [descriptor.keyPath], from: entity),
            try sortKeys(table(of: entity)) == .ordered
        else { return descriptor.keyPath }
        return path[0]
    }

    /// The assignment of the sort key of a text that is the same for all records. Triggers note the records that
    /// get a computed text.
    func sortKey(for assignment: StoreAssignment, _ entity: EntityLayout) throws -> SQLFragment? {
        guard case .constant(let text) = assignment.value,
            let number = entity.sortKeySlots[assignment.slot.number],
            let column = schema[entity].columns[number], try sortKeys(table(of: entity)) != nil
        else { return nil }
        return "\(raw: column) = \(SQLFragment(parameter: TextSortKey.stored(of: text)))"
    }

    private func table(of entity: EntityLayout) -> String {
        schema[schema.layout.entity(entity.rootNumber)].table
    }
}
