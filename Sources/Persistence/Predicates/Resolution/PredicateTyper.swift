import ObjectModel

/// Finds the types of expressions over the records of an entity, and with them what is wrong.
struct PredicateTyper {
    let model: ModelLayout
    let entity: EntityLayout
    /// The entity numbers of the variables of the subqueries around.
    var variables: [String: Int] = [:]
    /// Whether a store is asked, which does not have transient properties.
    var isForStore = false

    /// The type of an expression, which is to be resolved already.
    func type(of expression: FetchExpression) throws(FetchPredicateError) -> ExpressionType {
        switch expression {
        case .constant(let value): return ExpressionType(value, in: model)
        case .aggregate(let parts): return try type(ofElements: parts)
        case .evaluatedObject: return ExpressionType(kind: .object(entity.number))
        case .variable(let name):
            return variables[name].map { ExpressionType(kind: .object($0)) } ?? .unknown
        case .keyPath(let keys):
            return try type(
                ofKeys: keys, in: ExpressionType(kind: .object(entity.number)), at: expression)
        case .keyPathOf(let base, let keys):
            return try type(ofKeys: keys, in: try type(of: base), at: expression)
        case .function(let name, let operands):
            return try type(ofFunction: name, operands, at: expression)
        case .subquery(let collection, _, _):
            return try type(of: collection)
        case .conditional(_, let first, let second):
            let (first, second) = (try type(of: first), try type(of: second))
            guard first.isComparable(to: second) else {
                throw FetchPredicateError(
                    "TERNARY gives \(first.noun) or \(second.noun), which cannot be compared.",
                    at: expression)
            }
            return first.kind == .null ? second : first.isNumber ? first.joined(second) : first
        }
    }

    private func type(
        ofElements parts: [FetchExpression]
    ) throws(FetchPredicateError)
        -> ExpressionType
    {
        var result = ExpressionType(kind: .null, isCollection: true)
        for part in parts {
            let type = try type(of: part)
            if result.kind == .null {
                result.kind = type.kind
            } else if result.isNumber, type.isNumber {
                result.kind = result.joined(type).kind
            } else if type.kind != .null, type.kind != result.kind {
                result.kind = .unknown
            }
        }
        return result
    }

    // MARK: Key paths

    private func type(
        ofKeys keys: [String], in base: ExpressionType, at expression: FetchExpression
    ) throws(FetchPredicateError) -> ExpressionType {
        var type = base
        var index = keys.startIndex
        while index < keys.endIndex {
            if keys[index].hasPrefix("@") {
                return try self.type(
                    ofOperator: keys[index], rest: Array(keys[(index + 1)...]), in: type,
                    at: expression)
            }
            let step = try step(keys[index], in: type, at: expression)
            type = ExpressionType(
                kind: step.kind, isCollection: type.isCollection || step.isCollection,
                isExternal: step.isExternal)
            index += 1
        }
        return type
    }

    private func step(
        _ key: String, in type: ExpressionType, at expression: FetchExpression
    ) throws(FetchPredicateError) -> ExpressionType {
        switch type.kind {
        case .object(let number):
            let entity = model.entity(number)
            guard let slot = entity.slot(named: key) else {
                if key == "entity" { return ExpressionType(kind: .string) }
                throw FetchPredicateError(entity.absence(of: key), at: expression)
            }
            if isForStore, slot.isTransient {
                throw FetchPredicateError(
                    "“\(key)” of \(entity.name) is transient: the store does not have it.",
                    at: expression)
            }
            if let attribute = slot.attribute { return ExpressionType(attribute) }
            return ExpressionType(
                kind: .object(slot.destinationNumber), isCollection: slot.isToMany)
        case .unknown:
            return .unknown
        case .string where key == "length":
            return ExpressionType(kind: .integer)
        default:
            throw FetchPredicateError(
                "A value of type \(type.noun) has no key “\(key)”.", at: expression)
        }
    }

    private func type(
        ofOperator name: String, rest: [String], in base: ExpressionType,
        at expression: FetchExpression
    ) throws(FetchPredicateError) -> ExpressionType {
        guard base.isCollection || base.kind == .unknown else {
            throw FetchPredicateError("\(name) needs a to-many key path before it.", at: expression)
        }
        guard let op = CollectionOperator(rawValue: name) else {
            throw FetchPredicateError("There is no collection operator \(name).", at: expression)
        }
        if op == .count, !rest.isEmpty {
            throw FetchPredicateError("Nothing may follow @count.", at: expression)
        }
        var element = base
        if !rest.isEmpty { element = try type(ofKeys: rest, in: base, at: expression) }
        return try type(of: op, over: element, at: expression)
    }

    func type(
        of op: CollectionOperator, over element: ExpressionType, at expression: FetchExpression
    ) throws(FetchPredicateError) -> ExpressionType {
        switch op {
        case .count: return ExpressionType(kind: .integer)
        case .sum, .average, .median, .standardDeviation:
            guard element.isNumber || element.kind == .unknown || element.kind == .null else {
                throw FetchPredicateError(
                    "\(op.rawValue) needs numbers; here are values of type \(element.noun).",
                    at: expression)
            }
            let isSum = op == .sum && element.kind != .decimal && element.kind != .double
            return ExpressionType(
                kind: isSum ? .integer : element.kind == .decimal ? .decimal : .double)
        case .minimum, .maximum, .mode:
            return ExpressionType(kind: element.kind)
        case .union, .distinctUnion:
            return ExpressionType(kind: element.kind, isCollection: true)
        }
    }
}
