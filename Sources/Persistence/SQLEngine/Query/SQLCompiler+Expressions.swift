import Foundation

extension SQLCompiler {
    func scalar(_ expression: FetchExpression) throws -> SQLScalar {
        switch expression {
        case .constant(let value):
            return try constant(value)
        case .evaluatedObject:
            return object(root)
        case .variable(let name):
            guard let source = variables[name] else {
                throw FetchPredicateError("The variable $\(name) has no value.", at: expression)
            }
            return object(source)
        case .keyPath(let keys):
            return try scalar(keys, from: root, expression)
        case .keyPathOf(.variable(let name), let keys):
            guard let source = variables[name] else {
                throw FetchPredicateError("The variable $\(name) has no value.", at: expression)
            }
            return try scalar(keys, from: source, expression)
        case .keyPathOf(let base, let keys):
            return try scalar(keys, of: base)
        case .function(let name, let operands):
            return try scalar(function: name, operands, expression)
        case .conditional(let condition, let first, let second):
            let (first, second) = (try scalar(first), try scalar(second))
            let test = try self.condition(condition)
            return SQLScalar(
                fragment: "CASE WHEN \(test) THEN \(first.fragment) ELSE \(second.fragment) END",
                type: try typer.type(of: expression))
        case .aggregate, .subquery:
            throw SQLTranslationError(reason: "there is a list where one value is needed")
        }
    }

    private func object(_ source: SQLSource) -> SQLScalar {
        SQLScalar(
            fragment: "\(raw: source.alias).Z_PK",
            type: ExpressionType(kind: .object(source.entity.number)))
    }

    private func constant(_ value: AttributeValue) throws -> SQLScalar {
        guard !value.isNotANumber else {
            return SQLScalar(
                fragment: SQLFragment(parameter: .null), type: ExpressionType(value),
                constant: value)
        }
        guard var stored = dialect.stored(value) else {
            throw SQLTranslationError(reason: "transformable values have no order in SQL")
        }
        if case .object(let id) = value { stored = .integer(key(of: id)) }
        return SQLScalar(
            fragment: SQLFragment(parameter: stored),
            type: ExpressionType(value, in: schema.layout), constant: stored)
    }

    /// The record's key; 0, which no record has, for records of other stores.
    private func key(of id: ManagedObjectID) -> Int64 {
        guard storeIdentifier == nil || id.storeIdentifier == storeIdentifier else { return 0 }
        return id.key
    }

    // MARK: Key paths

    private func scalar(
        _ keys: [String], from source: SQLSource, _ expression: FetchExpression
    ) throws -> SQLScalar {
        if let index = keys.firstIndex(where: { $0.hasPrefix("@") }) {
            // Keys after the operator may also pass to-many relationships.
            let path = Array(keys[..<index] + keys[(index + 1)...])
            return try aggregate(keys[index], try collection(path, from: source))
        }
        var source = source
        for (index, key) in keys.enumerated() {
            if key == "entity", index == keys.count - 1, source.entity.slot(named: key) == nil {
                return entityName(of: source)
            }
            let slot = try slot(key, of: source.entity)
            if slot.isToMany { throw FetchPredicateError.hasManyValues(expression) }
            let column = try column(of: slot, in: source)
            guard slot.isToOne, index < keys.count - 1 else {
                return try value(slot, column, keys[(index + 1)...])
            }
            source = try destination(of: slot, from: source)
        }
        return object(source)
    }

    private func entityName(of source: SQLSource) -> SQLScalar {
        let family = schema.layout.family(of: source.entity)
        let type = ExpressionType(kind: .string)
        guard schema.layout.entity(source.entity.rootNumber).hasSubentities else {
            let name = SQLFragment(parameter: .string(source.entity.name))
            // A missing record has no entity.
            return SQLScalar(
                fragment: "CASE WHEN \(raw: source.alias).Z_PK IS NOT NULL THEN \(name) END",
                type: type)
        }
        let cases = family.map { entity -> SQLFragment in
            let name = SQLFragment(parameter: .string(entity.name))
            return "WHEN \(raw: schema.number(of: entity)) THEN \(name)"
        }
        return SQLScalar(
            fragment: "CASE \(raw: source.alias).Z_ENT \(.joined(cases, " ")) END", type: type)
    }

    /// The value of a column, or the length of its text for the key `length`.
    private func value(
        _ slot: PropertySlot, _ column: String, _ rest: ArraySlice<String>
    ) throws -> SQLScalar {
        let type =
            slot.attribute.map { ExpressionType($0) }
            ?? ExpressionType(kind: .object(slot.destinationNumber))
        let scalar = SQLScalar(fragment: "\(raw: column)", type: type)
        guard let key = rest.first else { return scalar }
        guard key == "length", rest.count == 1, type.isText else {
            throw FetchPredicateError("A value of type \(type.noun) has no key “\(key)”.")
        }
        return try call(.length, [scalar], ExpressionType(kind: .integer))
    }

    /// The value at a key path whose base is not a record of a table.
    private func scalar(_ keys: [String], of base: FetchExpression) throws -> SQLScalar {
        guard let index = keys.firstIndex(where: { $0.hasPrefix("@") }) else {
            throw SQLTranslationError(reason: "a key path begins at a function")
        }
        // Keys after the operator may also pass to-many relationships.
        let path = Array(keys[..<index] + keys[(index + 1)...])
        let members = try collection(path.isEmpty ? base : .keyPathOf(base, path))
        return try aggregate(keys[index], members)
    }

    func slot(_ key: String, of entity: EntityLayout) throws -> PropertySlot {
        guard let slot = entity.slot(named: key) else {
            throw FetchPredicateError(entity.absence(of: key))
        }
        return slot
    }

    func column(of slot: PropertySlot, in source: SQLSource) throws -> String {
        guard let column = schema[source.entity].columns[slot.number] else {
            throw SQLTranslationError(reason: "“\(slot.name)” is not in the store")
        }
        return "\(source.alias).\(column)"
    }

    func destination(of slot: PropertySlot, from source: SQLSource) throws -> SQLSource {
        let entity = destination(of: slot)
        return source.scope.destination(
            of: try column(of: slot, in: source), entity: entity,
            table: schema[entity].table)
    }

    func destination(of slot: PropertySlot) -> EntityLayout {
        schema.layout.entity(slot.destinationNumber)
    }

    // MARK: Functions

    private func scalar(
        function name: String, _ operands: [FetchExpression], _ expression: FetchExpression
    ) throws -> SQLScalar {
        let type = try typer.type(of: expression)
        guard let function = PredicateFunction(rawValue: name) else {
            throw FetchPredicateError("There is no function “\(name)”.", at: expression)
        }
        if let op = CollectionOperator(function) {
            return try aggregate(op, operands[0], type)
        }
        if function == .noIndex {
            var operand = try scalar(operands[0])
            operand.fragment = dialect.withoutIndex(operand.fragment)
            return operand
        }
        if function == .indexedBy {
            var operand = try scalar(operands[0])
            if usesRTrees { operand.fragment = dialect.withoutIndex(operand.fragment) }
            return operand
        }
        guard function.isScalar else {
            throw SQLTranslationError(reason: "“\(name)” cannot be written in SQL")
        }
        return try call(function, try operands.map(scalar), type)
    }

    private static let signs: [PredicateFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/",
    ]

    /// An integral number of seconds is stored as an integer but must be divided like a date.
    private func argument(_ operand: SQLScalar) -> SQLFragment {
        guard operand.type.kind == .date else { return operand.fragment }
        return "CAST(\(operand.fragment) AS \(raw: dialect.doubleType))"
    }

    /// Whether the engine's operators give the same result as evaluation in memory.
    private func computesBySigns(_ function: PredicateFunction, _ operands: [SQLScalar]) -> Bool {
        let kinds = Set(operands.map(\.type.kind))
        // SQLite continues with infinity where memory has no result.
        let plain: Set<ExpressionType.Kind> =
            dialect.supportsUserFunctions ? [.integer] : [.integer, .double]
        // Each engine rounds quotients of decimals at another digit.
        return kinds.isSubset(of: plain)
            || dialect.computesDecimals && function != .divide
                && kinds.isSubset(of: [.integer, .decimal])
    }

    /// Calls a function that evaluation in memory uses too.
    func call(
        _ function: PredicateFunction, _ operands: [SQLScalar], _ type: ExpressionType
    ) throws -> SQLScalar {
        if prefersOperators, let sign = Self.signs[function], operands.count == 2,
            computesBySigns(function, operands)
        {
            let numbers = operands.map {
                $0.type.kind == .integer ? dialect.operand($0.fragment) : $0.fragment
            }
            let second = function == .divide ? dialect.divisor(numbers[1]) : numbers[1]
            return SQLScalar(fragment: "(\(numbers[0]) \(raw: sign) \(second))", type: type)
        }
        try demandFunctions(for: "“\(function.rawValue)” is computed")
        if function == .searchable {
            return SQLScalar(
                fragment: "predicate_searchable(\(operands[0].fragment))", type: type)
        }
        // SQLite's values do not show whether they are decimals or dates.
        let isDecimal = operands.contains { $0.type.kind == .decimal }
        let list = SQLFragment.joined(operands.map(argument), ", ")
        let name = isDecimal ? "predicate_decimal" : "predicate_call"
        return SQLScalar(
            fragment: "\(raw: name)('\(raw: function.rawValue)', \(list))", type: type)
    }
}
