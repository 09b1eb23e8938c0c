import ObjectModel

extension SQLQueryBuilder {
    /// The statement that changes all records of a fetch; nil if SQL cannot express the whole
    /// predicate or the fetch has a window.
    ///
    /// - Throws: `PersistenceError.unsupportedPredicate` for a value that SQL cannot compute.
    func update(_ fetch: StoreFetch, _ assignments: [StoreAssignment]) throws -> SQLBatchUpdate? {
        guard let condition = try condition(fetch) else { return nil }
        return try update(fetch.entity, assignments, where: condition)
    }

    func update(
        _ fetch: StoreFetch, keys: ArraySlice<Int64>, _ assignments: [StoreAssignment]
    ) throws -> SQLBatchUpdate {
        try update(fetch.entity, assignments, where: condition(keys: keys))
    }

    /// The condition, over table `t0`, for the records of a fetch; nil if SQL cannot express all of
    /// it or the fetch has a window.
    func condition(_ fetch: StoreFetch) throws -> SQLFragment? {
        guard fetch.limit <= 0, fetch.offset <= 0 else { return nil }
        let compiler = compiler(fetch)
        let plain = compiler.root.scope.from
        let filter = try filter(fetch, compiler)
        guard filter.residual == nil else { return nil }
        guard compiler.root.scope.from != plain else { return filter.clause }
        return
            " WHERE t0.Z_PK IN (SELECT t0.Z_PK FROM \(raw: compiler.root.scope.from)\(filter.clause))"
    }

    func condition(keys: ArraySlice<Int64>) -> SQLFragment {
        let parameters = keys.map { SQLFragment(parameter: .integer($0)) }
        return " WHERE t0.Z_PK IN (\(SQLFragment.joined(parameters, ", ")))"
    }

    private func update(
        _ entity: EntityLayout, _ assignments: [StoreAssignment], where condition: SQLFragment
    ) throws -> SQLBatchUpdate {
        let sql = schema[entity]
        var parts: [SQLFragment] = ["Z_OPT = Z_OPT + 1"]
        var faults: [SQLBatchUpdate.Fault] = []
        for assignment in assignments {
            guard let column = sql.columns[assignment.slot.number] else { continue }
            let (value, number) = try value(of: assignment, entity)
            parts.append("\(raw: column) = \(value)")
            if let key = try sortKey(for: assignment, entity) { parts.append(key) }
            if assignment.mayEmptyRequired(entity) {
                faults.append(.init(slot: assignment.slot, condition: "\(value) IS NULL"))
            }
            if let number { faults.append(rangeFault(assignment.slot, value, number)) }
            guard let entityColumn = sql.entityColumns[assignment.slot.number] else { continue }
            parts.append("\(raw: entityColumn) = \(entityNumber(of: assignment))")
        }
        return SQLBatchUpdate(
            check: check(faults, entity, condition),
            statement:
                "UPDATE \(raw: sql.table) AS t0 SET \(SQLFragment.joined(parts, ", "))\(condition)"
        )
    }

    /// - Parameter number: the value before it is truncated.
    private func rangeFault(
        _ slot: PropertySlot, _ value: SQLFragment, _ number: SQLFragment
    ) -> SQLBatchUpdate.Fault {
        let range =
            switch slot.attribute?.attributeType {
            case .integer16: ("> -32769", "< 32768")
            case .integer32: ("> -2147483649", "< 2147483648")
            default: (">= -9223372036854775808", "< 9223372036854775808")
            }
        return SQLBatchUpdate.Fault(
            slot: slot,
            condition: "NOT (\(number) \(raw: range.0) AND \(number) \(raw: range.1))",
            number: value)
    }

    /// One statement tests all faults, because each test reads all records.
    private func check(
        _ faults: [SQLBatchUpdate.Fault], _ entity: EntityLayout, _ condition: SQLFragment
    ) -> SQLBatchUpdate.Check? {
        guard !faults.isEmpty else { return nil }
        let indexes = faults.indices.map { index -> SQLFragment in
            "WHEN \(faults[index].condition) THEN \(raw: index)"
        }
        let numbers = faults.map { fault -> SQLFragment in
            "WHEN \(fault.condition) THEN \(fault.number ?? "NULL")"
        }
        let word = condition.sql.isEmpty ? " WHERE" : " AND"
        let query: SQLFragment = """
            SELECT t0.Z_PK, COALESCE(t0.Z_ENT, \(raw: schema.number(of: entity))), \
            CASE \(.joined(indexes, " ")) END, CASE \(.joined(numbers, " ")) END \
            FROM \(raw: schema[entity].table) AS t0\(condition)\(raw: word) \
            (\(.joined(faults.map(\.condition), " OR "))) LIMIT 1
            """
        return SQLBatchUpdate.Check(faults: faults, query: query.query)
    }

    private func entityNumber(of assignment: StoreAssignment) -> SQLFragment {
        guard case .constant(.object(let id)) = assignment.value else { return "NULL" }
        return SQLFragment(parameter: .integer(Int64(schema.number(of: id.storeEntity.layout))))
    }

    /// A new value and, if it may overflow an integer attribute, the number before it is truncated.
    private func value(
        of assignment: StoreAssignment, _ entity: EntityLayout
    ) throws -> (value: SQLFragment, number: SQLFragment?) {
        if case .constant(let value) = assignment.value {
            return (SQLFragment(parameter: value), nil)
        }
        var compiler = compiler(StoreFetch(entity: entity))
        compiler.prefersOperators = true
        let plain = compiler.root.scope.from
        let scalar: SQLScalar
        do {
            scalar = try compiler.scalar(assignment.value)
        } catch let error as SQLTranslationError {
            throw PersistenceError.unsupportedPredicate(
                "The store cannot compute \(assignment.slot.name): \(error.reason).")
        }
        // A to-one relationship would need a join.
        guard compiler.root.scope.from == plain else {
            throw PersistenceError.unsupportedPredicate(
                "A batch update cannot compute \(assignment.slot.name) over a to-one relationship.")
        }
        let kind = assignment.slot.attribute.map { ExpressionType($0).kind }
        let isTruth = scalar.type.kind == .boolean
        if kind == .boolean, !isTruth { return ("(\(scalar.fragment) <> 0)", nil) }
        if kind == .decimal, scalar.type.kind == .double {
            // Larger decimals cannot be read back.
            let value: SQLFragment = """
                CASE WHEN \(scalar.fragment) = 0 \
                OR ABS(\(scalar.fragment)) BETWEEN 1e-127 AND 1e127 THEN \(scalar.fragment) END
                """
            return (value, nil)
        }
        let mayBeTooLarge =
            kind == .integer && !isTruth && !assignment.value.isHeld(by: assignment.slot, entity)
        let number = mayBeTooLarge ? scalar.fragment : nil
        guard isTruth ? kind != .boolean : kind == .integer && scalar.type.kind != .integer else {
            return (scalar.fragment, number)
        }
        return (dialect.whole(scalar.fragment, isTruth: isTruth), number)
    }
}

extension StoreAssignment {
    /// Whether a record may lose a required value.
    fileprivate func mayEmptyRequired(_ entity: EntityLayout) -> Bool {
        if case .constant = value { return false }
        return !slot.isOptional && !value.keepsPresence(entity)
    }
}

extension FetchExpression {
    /// Whether the result is present whenever the record's required values are: sums, differences
    /// and products of integers.
    fileprivate func keepsPresence(_ entity: EntityLayout) -> Bool {
        switch self {
        case .constant(.integer): return true
        case .keyPath(let keys):
            guard keys.count == 1, let slot = entity.slot(named: keys[0]),
                let attribute = slot.attribute
            else { return false }
            return !slot.isOptional && ExpressionType(attribute).kind == .integer
        case .function(let name, let operands):
            let known: [PredicateFunction] = [.add, .subtract, .multiply]
            return PredicateFunction(rawValue: name).map(known.contains) == true
                && operands.allSatisfy { $0.keepsPresence(entity) }
        default: return false
        }
    }

    /// Whether its numbers always fit the other attribute.
    fileprivate func isHeld(by slot: PropertySlot, _ entity: EntityLayout) -> Bool {
        let types: [AttributeType] = [.integer16, .integer32, .integer64]
        guard case .keyPath(let keys) = self, keys.count == 1,
            let own = entity.slot(named: keys[0])?.attribute,
            let first = types.firstIndex(of: own.attributeType),
            let second = slot.attribute.flatMap({ types.firstIndex(of: $0.attributeType) })
        else { return false }
        return first <= second
    }
}

/// An update of records, and the query that must find nothing before it.
struct SQLBatchUpdate {
    /// A reason why the update is refused.
    struct Fault {
        let slot: PropertySlot
        let condition: SQLFragment
        /// The number that does not fit; nil where a required value is missing.
        var number: SQLFragment?
    }

    /// Selects one faulty record: its key, its entity, the index of the fault, and the number.
    struct Check {
        let faults: [Fault]
        let query: SQLQuery
    }

    /// Nil if no record can be faulty.
    let check: Check?
    let statement: SQLFragment
}

extension SQLSession {
    /// Makes sure that no record loses a required value or gets a number that its attribute cannot
    /// hold.
    ///
    /// - Throws: `PersistenceError.validation` with the record; errors of the store.
    func check(_ update: SQLBatchUpdate) throws {
        guard let check = update.check else { return }
        var found: PersistenceError?
        try run(check.query) { row in
            let fault = check.faults[Int(row.integer(2))]
            let id = storeEntities.objectID(
                entityNumber: schema.numbers.own(Int(row.integer(1))), key: row.integer(0))
            found =
                fault.number == nil
                ? .valueRequired(at: fault.slot, of: id)
                : outOfRange(row.integer(3), at: fault.slot, of: id)
        }
        if let found { throw found }
    }

    private func outOfRange(
        _ number: Int64, at slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        // Numbers beyond all integers are read as the greatest or least integer.
        let beyond = number < 0 ? -Double.infinity : .infinity
        return .outOfRange(.integer(number), at: slot, of: id)
            ?? .outOfRange(.double(beyond), at: slot, of: id) ?? .valueRequired(at: slot, of: id)
    }
}
