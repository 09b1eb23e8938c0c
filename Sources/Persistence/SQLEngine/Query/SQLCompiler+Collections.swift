extension SQLCompiler {
    func collection(_ expression: FetchExpression) throws -> SQLCollection {
        switch expression {
        case .keyPath(let keys):
            return try collection(keys, from: root)
        case .keyPathOf(.variable(let name), let keys):
            guard let source = variables[name] else {
                throw FetchPredicateError("The variable $\(name) has no value.", at: expression)
            }
            return try collection(keys, from: source)
        case .keyPathOf(let base, let keys):
            let members = try collection(base)
            guard members.keys.isEmpty else {
                throw SQLTranslationError(reason: "a key path begins at values")
            }
            var collection = try collection(keys, from: members.source, isMember: true)
            collection.conditions += members.conditions
            return collection
        case .subquery(let base, let variable, let predicate):
            var collection = try collection(base)
            guard collection.keys.isEmpty else {
                throw SQLTranslationError(reason: "a subquery goes over values")
            }
            var inner = self
            inner.variables[variable] = collection.source
            inner.aggregatesRows = false
            collection.conditions.append(try inner.condition(predicate))
            return collection
        default:
            throw SQLTranslationError(reason: "“\(expression)” is not a to-many key path")
        }
    }

    /// The members at a key path: a SELECT that begins at its last to-many relationship.
    ///
    /// - Parameter isMember: whether the source is already a member of a SELECT, which is
    ///   continued.
    func collection(
        _ keys: [String], from start: SQLSource, isMember: Bool = false
    ) throws -> SQLCollection {
        var source = start
        var rest = keys[...]
        var isInner = isMember
        while let key = rest.first {
            // A key without a column, such as the entity's name, is a value of the record itself.
            guard let slot = source.entity.slot(named: key) else { break }
            if slot.isToMany {
                source = try destinations(of: slot, from: source, isFirst: !isInner)
                isInner = true
            } else if slot.isToOne, rest.dropFirst().contains(where: { !$0.hasPrefix("@") }) {
                source = try destination(of: slot, from: source)
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        guard isInner else {
            throw FetchPredicateError("“\(keys.joined(separator: "."))” is not a to-many key path.")
        }
        return SQLCollection(source: source, keys: Array(rest))
    }

    /// The destinations of a to-many relationship, in a SELECT that is new or that the source
    /// belongs to.
    private func destinations(
        of slot: PropertySlot, from source: SQLSource, isFirst: Bool
    ) throws -> SQLSource {
        if !isFirst, source.isBehindToOne {
            // A missing record on the way would count as a missing member.
            throw SQLTranslationError(
                reason: "“\(slot.name)” lies behind a to-one relationship of many records")
        }
        let entity = destination(of: slot)
        let table = schema[entity].table
        if let join = schema[source.entity].joins[slot.number] {
            let (scope, alias) = open(join.table, from: source, isFirst: isFirst) {
                "\($0).\(join.sourceColumn) = \(source.alias).Z_PK"
            }
            let condition = { (member: String) in
                "\(member).Z_PK = \(alias).\(join.destinationColumn)"
            }
            let member =
                isFirst
                ? scope.joinMembers(in: table, on: condition) : scope.join(table, on: condition)
            return SQLSource(scope: scope, alias: member, entity: entity)
        }
        guard let inverse = slot.inverseSlot, let column = schema[entity].columns[inverse] else {
            throw SQLTranslationError(reason: "“\(slot.name)” is not in the store")
        }
        let (scope, alias) = open(table, from: source, isFirst: isFirst) {
            "\($0).\(column) = \(source.alias).Z_PK"
        }
        return SQLSource(scope: scope, alias: alias, entity: entity)
    }

    private func open(
        _ table: String, from source: SQLSource, isFirst: Bool, link: (String) -> String
    ) -> (SQLScope, String) {
        guard isFirst else { return (source.scope, source.scope.join(table, on: link)) }
        let alias = aliases.next()
        let scope = SQLScope(from: table, alias: alias, aliases: aliases)
        scope.add(condition: link(alias))
        return (scope, alias)
    }

    func member(of collection: SQLCollection) throws -> SQLScalar {
        try value(collection.keys, of: collection.source)
    }

    /// A SELECT over the members. Call it after all joins are added.
    ///
    /// - Parameter from: the FROM clause. Default: nil, that of the members.
    func select(
        _ columns: SQLFragment, _ collection: SQLCollection, _ condition: SQLFragment? = nil,
        from: String? = nil
    ) -> SQLFragment {
        let scope = collection.source.scope
        var conditions = scope.conditions.map { SQLFragment(stringLiteral: $0) }
        conditions += collection.conditions
        if let condition, !dialect.isAlwaysTrue(condition) { conditions.append(condition) }
        let list = SQLFragment.joined(conditions, " AND ")
        return "SELECT \(columns) FROM \(raw: from ?? scope.from) WHERE \(list)"
    }

    private func value(_ keys: [String], of source: SQLSource) throws -> SQLScalar {
        var inner = self
        inner.variables["member of a collection"] = source
        let member = FetchExpression.variable("member of a collection")
        return try inner.scalar(keys.isEmpty ? member : .keyPathOf(member, keys))
    }

    // MARK: Aggregates

    /// `@count` and the other operators of a collection.
    func aggregate(_ name: String, _ collection: SQLCollection) throws -> SQLScalar {
        guard let op = CollectionOperator(rawValue: name) else {
            throw FetchPredicateError("There is no collection operator \(name).")
        }
        return try aggregate(op, collection)
    }

    private func aggregate(
        _ op: CollectionOperator, _ collection: SQLCollection
    ) throws -> SQLScalar {
        if op == .count {
            // The rows of a join table are counted without reading their destinations.
            let from = collection.conditions.isEmpty ? collection.source.scope.fromOfMembers : nil
            return SQLScalar(
                fragment: "(\(select("COUNT(*)", collection, from: from)))",
                type: ExpressionType(kind: .integer))
        }
        let member = try member(of: collection)
        let call = try aggregateCall(op, member)
        return SQLScalar(
            fragment: "(\(select(call.fragment, collection)))", type: call.type)
    }

    /// `count:`, `sum:` and the like, over a collection or the rows of a group.
    func aggregate(
        _ op: CollectionOperator, _ operand: FetchExpression, _ type: ExpressionType
    ) throws -> SQLScalar {
        let operandType = try typer.type(of: operand)
        guard aggregatesRows, !operandType.isCollection else {
            return try aggregate(op, try collection(operand))
        }
        let value = try scalar(operand)
        if op == .count {
            return SQLScalar(
                fragment: "COUNT(\(value.fragment))", type: ExpressionType(kind: .integer))
        }
        return try aggregateCall(op, value)
    }

    private func aggregateCall(_ op: CollectionOperator, _ value: SQLScalar) throws -> SQLScalar {
        let type = try typer.type(of: op, over: value.type, at: .evaluatedObject)
        let isDecimal = value.type.kind == .decimal
        switch op {
        case .minimum, .maximum:
            if value.type.kind == .boolean, !dialect.booleansAreIntegers {
                throw SQLTranslationError(reason: "truth values have no order")
            }
            let name = op == .minimum ? "MIN" : "MAX"
            return SQLScalar(fragment: "\(raw: name)(\(value.fragment))", type: type)
        case .sum where !isDecimal || !dialect.supportsUserFunctions:
            let isWhole = value.type.kind == .integer
            return SQLScalar(
                fragment: dialect.sum(value.fragment, isWhole: isWhole), type: type)
        case .average where !isDecimal:
            return SQLScalar(fragment: dialect.average(value.fragment), type: type)
        case .sum: return SQLScalar(fragment: "predicate_sum(\(value.fragment))", type: type)
        case .average:
            try demandFunctions(for: "the average of decimals is computed")
            return SQLScalar(fragment: "predicate_average(\(value.fragment))", type: type)
        default: throw SQLTranslationError(reason: "\(op.rawValue) cannot be written in SQL")
        }
    }
}
