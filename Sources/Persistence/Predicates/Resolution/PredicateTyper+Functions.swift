import ObjectModel

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
        var places = [operand]
        if case .aggregate(let parts) = operand { places = parts }
        for place in places {
            guard case .object(let number) = try type(of: place).kind else {
                throw FetchPredicateError(
                    "“indexedText:” needs records; “\(place)” is none.", at: expression)
            }
            let entity = model.entity(number)
            guard model.hasIndexedTexts(entity) else {
                throw FetchPredicateError(
                    "No attribute of \(entity.name) is indexed in Spotlight.", at: expression)
            }
        }
    }

    /// An index that is not there would make a fetch slow without a word.
    private func checkIndex(
        _ name: FetchExpression, of operand: FetchExpression, _ type: ExpressionType,
        at expression: FetchExpression
    ) throws(FetchPredicateError) {
        guard !type.isCollection, case .constant(.string(let name)) = name,
            let (entity, attribute) = place(of: operand)
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

    /// The attribute that a key path ends with, and the entity that has it.
    private func place(of expression: FetchExpression) -> (EntityLayout, String)? {
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
    /// The type of numbers that are made from numbers of both types.
    func joined(_ other: ExpressionType) -> ExpressionType {
        let kinds = [kind, other.kind]
        if kinds.contains(.unknown) { return .unknown }
        if kinds.contains(.decimal) { return ExpressionType(kind: .decimal) }
        if kinds.contains(.double) { return ExpressionType(kind: .double) }
        return ExpressionType(kind: .integer)
    }
}
