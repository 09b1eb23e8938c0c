import ObjectModel

/// Infers the types of expressions over the records of an entity, and reports faults.
struct PredicateTyper {
    let model: ModelLayout
    let entity: EntityLayout
    /// The entity numbers of the variables of the enclosing subqueries.
    var variables: [String: Int] = [:]
    /// Whether the expression is for a store, which has no transient properties.
    var isForStore = false

    /// The type of a resolved expression.
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
    ) throws(FetchPredicateError) -> ExpressionType {
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

extension PredicateTyper {
    func type(
        ofFunction name: String, _ operands: [FetchExpression], at expression: FetchExpression
    ) throws(FetchPredicateError) -> ExpressionType {
        guard let function = PredicateFunction(rawValue: name), function.arity == operands.count
        else { throw FetchPredicateError("There is no function “\(name)”.", at: expression) }
        var types: [ExpressionType] = []
        for operand in operands { types.append(try type(of: operand)) }
        switch function {
        case .add, .subtract, .multiply, .divide, .modulus, .power:
            return try arithmeticType(function, types[0], types[1], at: expression)
        case .squareRoot, .naturalLogarithm, .logarithm, .exponential:
            try demandNumbers(types, function, at: expression)
            return ExpressionType(kind: .double)
        case .ceiling, .floor, .truncate, .absolute:
            try demandNumbers(types, function, at: expression)
            return ExpressionType(kind: types[0].kind == .boolean ? .integer : types[0].kind)
        case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .complement:
            try demandNumbers(types, function, at: expression)
            return ExpressionType(kind: .integer)
        case .uppercase, .lowercase, .canonical, .searchable:
            try demandText(types[0], function, at: expression)
            return ExpressionType(kind: .string)
        case .length:
            try demandText(types[0], function, at: expression)
            return ExpressionType(kind: .integer)
        case .indexedText:
            try demandIndexedTexts(operands[0], at: expression)
            return ExpressionType(kind: .string)
        case .now: return ExpressionType(kind: .date)
        case .noIndex: return types[0]
        case .indexedBy:
            try checkIndex(operands[1], of: operands[0], types[0], at: expression)
            return types[0]
        case .count, .sum, .minimum, .maximum, .average, .median, .mode, .standardDeviation:
            guard let op = CollectionOperator(function) else { return .unknown }
            return try type(of: op, over: types[0], at: expression)
        case .cast: return castType(operands[1])
        case .element, .first, .last: return ExpressionType(kind: types[0].kind)
        case .union, .intersection, .difference:
            return ExpressionType(kind: types[0].kind, isCollection: true)
        }
    }

    private func arithmeticType(
        _ function: PredicateFunction, _ first: ExpressionType, _ second: ExpressionType,
        at expression: FetchExpression
    ) throws(FetchPredicateError) -> ExpressionType {
        if function == .add || function == .subtract {
            if first.kind == .date, second.isNumber { return first }
            if function == .subtract, first.kind == .date, second.kind == .date {
                return ExpressionType(kind: .double)
            }
            if function == .add, second.kind == .date, first.isNumber { return second }
        }
        try demandNumbers([first, second], function, at: expression)
        if function == .power { return ExpressionType(kind: .double) }
        return first.joined(second)
    }

    private func demandNumbers(
        _ types: [ExpressionType], _ function: PredicateFunction, at expression: FetchExpression
    ) throws(FetchPredicateError) {
        for type in types
        where type.isCollection || !(type.isNumber || type.kind == .null || type.kind == .unknown) {
            throw FetchPredicateError(
                "“\(function.infix ?? function.rawValue)” needs numbers; here is "
                    + "\(type.isCollection ? "a collection" : type.noun).", at: expression)
        }
    }

    private func demandText(
        _ type: ExpressionType, _ function: PredicateFunction, at expression: FetchExpression
    ) throws(FetchPredicateError) {
        guard !type.isCollection, type.isText || type.kind == .null || type.kind == .unknown else {
            throw FetchPredicateError(
                "“\(function.rawValue)” needs a text; here is "
                    + "\(type.isCollection ? "a collection" : type.noun).", at: expression)
        }
    }

    private func demandIndexedTexts(
        _ operand: FetchExpression, at expression: FetchExpression
    ) throws(FetchPredicateError) {
        var targets = [operand]
        if case .aggregate(let parts) = operand { targets = parts }
        for target in targets {
            guard case .object(let number) = try type(of: target).kind else {
                throw FetchPredicateError(
                    "“indexedText:” needs records; “\(target)” is none.", at: expression)
            }
            let entity = model.entity(number)
            guard model.hasIndexedTexts(entity) else {
                throw FetchPredicateError(
                    "No attribute of \(entity.name) is indexed in Spotlight.", at: expression)
            }
        }
    }

    /// Without its index, such a fetch would be silently slow.
    private func checkIndex(
        _ name: FetchExpression, of operand: FetchExpression, _ type: ExpressionType,
        at expression: FetchExpression
    ) throws(FetchPredicateError) {
        guard !type.isCollection, case .constant(.string(let name)) = name,
            let (entity, attribute) = property(at: operand)
        else {
            throw FetchPredicateError(
                "“indexed:by:” needs an attribute and the name of an index between quotes.",
                at: expression)
        }
        let indexes = model.model.lineage(of: entity.name).flatMap(\.allIndexes)
        let isIndexed = indexes.contains { index in
            index.name == name && index.elements.contains { $0.propertyName == attribute }
        }
        guard isIndexed else {
            throw FetchPredicateError(
                "The entity \(entity.name) has no index “\(name)” with “\(attribute)”.",
                at: expression)
        }
    }

    /// The attribute at the end of a key path, and its entity.
    private func property(at expression: FetchExpression) -> (EntityLayout, String)? {
        guard case .keyPath(let keys) = expression, let last = keys.last else { return nil }
        var here = entity
        for key in keys.dropLast() {
            guard let slot = here.slot(named: key), slot.destinationNumber > 0 else { return nil }
            here = model.entity(slot.destinationNumber)
        }
        return here.slot(named: last)?.attribute == nil ? nil : (here, last)
    }

    private func castType(_ name: FetchExpression) -> ExpressionType {
        guard case .constant(.string(let name)) = name, let type = CastType(name: name) else {
            return .unknown
        }
        let kind: ExpressionType.Kind =
            switch type {
            case .string: .string
            case .number: .double
            case .decimal: .decimal
            case .date: .date
            case .data: .data
            case .uuid: .uuid
            case .url: .url
            }
        return ExpressionType(kind: kind)
    }
}

extension ExpressionType {
    /// The type of a computation with numbers of both types.
    func joined(_ other: ExpressionType) -> ExpressionType {
        let kinds = [kind, other.kind]
        if kinds.contains(.unknown) { return .unknown }
        if kinds.contains(.decimal) { return ExpressionType(kind: .decimal) }
        if kinds.contains(.double) { return ExpressionType(kind: .double) }
        return ExpressionType(kind: .integer)
    }
}
