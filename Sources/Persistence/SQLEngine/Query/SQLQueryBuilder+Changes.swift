extension SQLQueryBuilder {
    /// The statement that changes all records of a fetch; nil if the predicate cannot be said in SQL
    /// as a whole, or if the fetch has a window.
    ///
    /// - Throws: `PersistenceError.unsupportedPredicate` for a value that SQL cannot compute.
    package func update(
        _ fetch: StoreFetch, _ assignments: [StoreAssignment]
    ) throws -> SQLFragment? {
        guard let condition = try condition(fetch) else { return nil }
        return try update(fetch.entity, assignments, where: condition)
    }

    /// The statement that changes the records with some keys.
    package func update(
        _ fetch: StoreFetch, keys: ArraySlice<Int64>, _ assignments: [StoreAssignment]
    ) throws -> SQLFragment {
        try update(fetch.entity, assignments, where: condition(keys: keys))
    }

    /// The condition, over a table named `t0`, for the records of a fetch; nil if SQL cannot say it as
    /// a whole, or if the fetch has a window.
    package func condition(_ fetch: StoreFetch) throws -> SQLFragment? {
        guard fetch.limit <= 0, fetch.offset <= 0 else { return nil }
        let writer = writer(fetch)
        let plain = writer.root.scope.from
        let filter = try filter(fetch, writer)
        guard filter.residual == nil else { return nil }
        guard writer.root.scope.from != plain else { return filter.clause }
        return
            " WHERE t0.Z_PK IN (SELECT t0.Z_PK FROM \(raw: writer.root.scope.from)\(filter.clause))"
    }

    /// The condition for the records with some keys.
    package func condition(keys: ArraySlice<Int64>) -> SQLFragment {
        let parameters = keys.map { SQLFragment(parameter: .integer($0)) }
        return " WHERE t0.Z_PK IN (\(SQLFragment.joined(parameters, ", ")))"
    }

    private func update(
        _ entity: EntityLayout, _ assignments: [StoreAssignment], where condition: SQLFragment
    ) throws -> SQLFragment {
        let sql = schema[entity]
        var parts: [SQLFragment] = ["Z_OPT = Z_OPT + 1"]
        for assignment in assignments {
            guard let column = sql.columns[assignment.slot.number] else { continue }
            parts.append("\(raw: column) = \(try value(of: assignment, entity))")
            guard let entityColumn = sql.entityColumns[assignment.slot.number] else { continue }
            parts.append("\(raw: entityColumn) = \(entityNumber(of: assignment))")
        }
        return
            "UPDATE \(raw: sql.table) AS t0 SET \(SQLFragment.joined(parts, ", "))\(condition)"
    }

    private func entityNumber(of assignment: StoreAssignment) -> SQLFragment {
        guard case .constant(.object(let id)) = assignment.value else { return "NULL" }
        return SQLFragment(parameter: .integer(Int64(schema.number(of: id.home.layout))))
    }

    private func value(
        of assignment: StoreAssignment, _ entity: EntityLayout
    ) throws -> SQLFragment {
        if case .constant(let value) = assignment.value { return SQLFragment(parameter: value) }
        var writer = writer(StoreFetch(entity: entity))
        writer.prefersOperators = true
        let plain = writer.root.scope.from
        let scalar: SQLScalar
        do {
            scalar = try writer.scalar(assignment.value)
        } catch let error as SQLTranslationError {
            throw PersistenceError.unsupportedPredicate(
                "The store cannot compute \(assignment.slot.name): \(error.reason).")
        }
        // The destinations of a to-one relationship would have to be joined.
        guard writer.root.scope.from == plain else {
            throw PersistenceError.unsupportedPredicate(
                "A batch update cannot compute \(assignment.slot.name) over a to-one relationship.")
        }
        let isWhole = assignment.slot.attribute.map { ExpressionType($0).kind == .integer } ?? false
        guard isWhole, scalar.type.kind != .integer else { return scalar.fragment }
        return dialect.whole(scalar.fragment, isTruth: scalar.type.kind == .boolean)
    }
}
