extension PredicateParser {
    /// `a OR b OR c`.
    mutating func disjunction() throws(PredicateSyntaxError) -> Parsed {
        try enter()
        defer { leave() }
        let first = try conjunction()
        guard current.keyword == "OR" || current.isSign("||") else { return first }
        var parts = [first]
        var predicates = [try predicate(of: first)]
        while skip(keyword: "OR") || skip(sign: "||") {
            let part = try conjunction()
            predicates.append(try predicate(of: part))
            parts.append(part)
        }
        return try parsed(.predicate(.or(predicates)), from: first.range.lowerBound, over: parts)
    }

    /// `a AND b AND c`.
    private mutating func conjunction() throws(PredicateSyntaxError) -> Parsed {
        let first = try negation()
        guard current.keyword == "AND" || current.isSign("&&") else { return first }
        var parts = [first]
        var predicates = [try predicate(of: first)]
        while skip(keyword: "AND") || skip(sign: "&&") {
            let part = try negation()
            predicates.append(try predicate(of: part))
            parts.append(part)
        }
        return try parsed(.predicate(.and(predicates)), from: first.range.lowerBound, over: parts)
    }

    /// `NOT a`.
    private mutating func negation() throws(PredicateSyntaxError) -> Parsed {
        let start = current.range.lowerBound
        guard skip(keyword: "NOT") || skip(sign: "!") else { return try comparison() }
        try enter()
        defer { leave() }
        let part = try negation()
        return try parsed(.predicate(.not(try predicate(of: part))), from: start, over: [part])
    }

    /// `ANY a.b >= c`, or a lone expression or predicate.
    private mutating func comparison() throws(PredicateSyntaxError) -> Parsed {
        let start = current.range.lowerBound
        if skip(keyword: "TRUEPREDICATE") {
            return try parsed(.predicate(.constant(true)), from: start)
        }
        if skip(keyword: "FALSEPREDICATE") {
            return try parsed(.predicate(.constant(false)), from: start)
        }
        let isNone = current.keyword == "NONE"
        let modifier = modifier()
        let left = try binary()
        guard let op = comparisonOperator() else {
            if modifier != .direct { _ = try predicate(of: left) }
            return left
        }
        let options = try comparisonOptions()
        let right = try binary()
        let comparison = FetchComparison(
            try expression(of: left), op, try expression(of: right), options: options,
            modifier: modifier)
        let predicate = FetchPredicate.comparison(comparison)
        return try parsed(
            .predicate(isNone ? .not(predicate) : predicate), from: start, over: [left, right])
    }

    private mutating func modifier() -> FetchComparison.Modifier {
        if skip(keyword: "ANY") || skip(keyword: "SOME") || skip(keyword: "NONE") { return .any }
        if skip(keyword: "ALL") { return .all }
        return .direct
    }

    private mutating func comparisonOperator() -> FetchComparison.Operator? {
        let name: String
        switch current.kind {
        case .sign(let sign): name = sign
        case .word(let word): name = word.uppercased()
        default: return nil
        }
        guard let op = Self.operators[name] else { return nil }
        advance()
        return op
    }

    private static let operators: [String: FetchComparison.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
        "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
        "BETWEEN": .between, "IN": .in, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
        "CONTAINS": .contains, "LIKE": .like, "MATCHES": .matches,
    ]

    /// `[cd]` after an operator.
    private mutating func comparisonOptions() throws(PredicateSyntaxError)
        -> FetchComparison.Options
    {
        guard skip(sign: "[") else { return [] }
        guard case .word(let letters) = current.kind else {
            throw fault(expected: "options: c, d, n or l")
        }
        var options: FetchComparison.Options = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            default: throw fault(expected: "options: c, d, n or l")
            }
        }
        advance()
        try expect(sign: "]")
        return options
    }
}

/// The forms that look like calls: SUBQUERY, TERNARY, CAST and FUNCTION.
extension PredicateParser {
    /// `SUBQUERY(collection, $member, condition)`.
    mutating func subquery(from start: Int) throws(PredicateSyntaxError) -> Parsed {
        try expect(sign: "(")
        let collection = try disjunction()
        try expect(sign: ",")
        guard case .variable(let name) = current.kind else {
            throw fault(expected: "a variable such as $item")
        }
        advance()
        try expect(sign: ",")
        let condition = try disjunction()
        let predicate = try predicate(of: condition)
        try expect(sign: ")")
        let subquery = FetchExpression.subquery(
            collection: try expression(of: collection), variable: name, predicate: predicate)
        return try parsed(.expression(subquery), from: start, over: [collection, condition])
    }

    /// `TERNARY(condition, value, otherValue)`.
    mutating func conditional(from start: Int) throws(PredicateSyntaxError) -> Parsed {
        try expect(sign: "(")
        let condition = try disjunction()
        let predicate = try predicate(of: condition)
        try expect(sign: ",")
        let first = try disjunction()
        try expect(sign: ",")
        let second = try disjunction()
        try expect(sign: ")")
        let conditional = FetchExpression.conditional(
            predicate, try expression(of: first), try expression(of: second))
        return try parsed(
            .expression(conditional), from: start, over: [condition, first, second])
    }

    /// `CAST(value, "TYPE")`; a constant becomes a constant of the type.
    mutating func cast(from start: Int) throws(PredicateSyntaxError) -> Parsed {
        try expect(sign: "(")
        let operand = try disjunction()
        let expression = try expression(of: operand)
        try expect(sign: ",")
        let nameToken = current
        guard case .string(let name) = nameToken.kind else {
            throw fault(expected: "the name of a type between quotes")
        }
        guard let type = CastType(name: name) else {
            throw lexer.error(
                nameToken.range, message: "There is no type “\(name)” to cast a value to.")
        }
        advance()
        try expect(sign: ")")
        guard case .constant(let value) = expression else {
            let call = PredicateFunction.cast.call(expression, .constant(.string(type.rawValue)))
            return try parsed(.expression(call), from: start, over: [operand])
        }
        guard let constant = type.cast(value) else {
            throw lexer.error(
                operand.range, message: "“\(lexer.text(operand.range))” is no \(type.noun).")
        }
        return try parsed(.expression(.constant(constant)), from: start, over: [])
    }

    /// `FUNCTION(operand, "name", furtherOperands…)`.
    mutating func namedFunction(from start: Int) throws(PredicateSyntaxError) -> Parsed {
        try expect(sign: "(")
        let operand = try disjunction()
        var operands = [try expression(of: operand)]
        var parts = [operand]
        try expect(sign: ",")
        let nameToken = current
        guard case .string(let name) = nameToken.kind else {
            throw fault(expected: "the name of a function between quotes")
        }
        advance()
        while skip(sign: ",") {
            let part = try disjunction()
            operands.append(try expression(of: part))
            parts.append(part)
        }
        try expect(sign: ")")
        if acceptsMessages, case .variable = operands[0],
            name.utf8.count(where: { $0 == UInt8(ascii: ":") }) == operands.count - 1
        {
            return try parsed(.expression(.function(name, operands)), from: start, over: parts)
        }
        guard let function = PredicateFunction(spelling: name), function.arity == operands.count
        else {
            throw lexer.error(
                nameToken.range,
                message: "There is no function “\(name)” of \(operands.count) operands.")
        }
        return try parsed(
            .expression(.function(function.rawValue, operands)), from: start, over: parts)
    }
}
