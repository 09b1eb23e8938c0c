extension PredicateParser {
    /// The operators by precedence, the lowest first.
    private static let binaryOperators: [[String: PredicateFunction]] = [
        ["UNION": .union, "INTERSECT": .intersection, "MINUS": .difference],
        ["|": .bitwiseOr, "^": .bitwiseXor, "&": .bitwiseAnd],
        ["<<": .leftShift, ">>": .rightShift],
        ["+": .add, "-": .subtract],
        ["*": .multiply, "/": .divide],
        ["**": .power],
    ]

    /// Parses operands joined by operators of a level or higher.
    mutating func binary(_ level: Int = 0) throws(PredicateSyntaxError) -> Parsed {
        guard level < Self.binaryOperators.count else { return try unary() }
        var left = try binary(level + 1)
        while let function = binaryOperator(level) {
            advance()
            let right = try binary(level + 1)
            let call = function.call(try expression(of: left), try expression(of: right))
            left = try parsed(
                .expression(call), from: left.range.lowerBound, over: [left, right])
        }
        return left
    }

    private func binaryOperator(_ level: Int) -> PredicateFunction? {
        switch current.kind {
        case .sign(let sign): Self.binaryOperators[level][sign]
        case .word(let word): Self.binaryOperators[level][word.uppercased()]
        default: nil
        }
    }

    /// Parses `-a`, `~a`, or an operand with its suffixes.
    private mutating func unary() throws(PredicateSyntaxError) -> Parsed {
        let start = current.range.lowerBound
        let isMinus = current.isSign("-")
        guard isMinus || current.isSign("~") else {
            return try suffixes(of: try operand())
        }
        try enter()
        defer { leave() }
        advance()
        let part = try unary()
        let operand = try expression(of: part)
        if isMinus, case .constant(let value) = operand, let negative = value.negated {
            return try parsed(.expression(.constant(negative)), from: start, over: [])
        }
        let call =
            isMinus
            ? PredicateFunction.subtract.call(.constant(.integer(0)), operand)
            : PredicateFunction.complement.call(operand)
        return try parsed(.expression(call), from: start, over: [part])
    }

    /// Parses `.key`, `[0]` and `[FIRST]` after an operand.
    private mutating func suffixes(of operand: Parsed) throws(PredicateSyntaxError) -> Parsed {
        var operand = operand
        let start = operand.range.lowerBound
        while true {
            if skip(sign: ".") {
                let base = try expression(of: operand)
                let keys = try key()
                operand = try parsed(
                    .expression(base.appending(keys)), from: start, over: shallow(operand, base))
            } else if current.isSign("["), case .expression(let base) = operand.node {
                advance()
                let element = try element(of: base)
                try expect(sign: "]")
                operand = try parsed(.expression(element), from: start, over: [operand])
            } else {
                return operand
            }
        }
    }

    /// A key path stays one node, however long it is.
    private func shallow(_ operand: Parsed, _ base: FetchExpression) -> [Parsed] {
        switch base {
        case .keyPath, .evaluatedObject: []
        case .keyPathOf:
            [Parsed(node: operand.node, range: operand.range, depth: operand.depth - 1)]
        default: [operand]
        }
    }

    private mutating func element(
        of base: FetchExpression
    ) throws(PredicateSyntaxError) -> FetchExpression {
        switch current.keyword {
        case "FIRST":
            advance()
            return PredicateFunction.first.call(base)
        case "LAST":
            advance()
            return PredicateFunction.last.call(base)
        case "SIZE":
            advance()
            return PredicateFunction.count.call(base)
        default:
            return PredicateFunction.element.call(base, try nestedExpression())
        }
    }

    /// Parses one part of a key path; `%K` may contain several keys.
    mutating func key() throws(PredicateSyntaxError) -> [String] {
        let token = current
        switch token.kind {
        case .word(let word), .escapedWord(let word), .collectionOperator(let word):
            advance()
            return [word]
        case .argument("K"):
            advance()
            return try keys(fromArgument: token)
        default:
            throw fault(expected: "a key")
        }
    }

    func keys(_ argument: FetchExpression) -> [String]? {
        switch argument {
        case .constant(.string(let text)):
            text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        case .keyPath(let keys): keys
        default: nil
        }
    }

    mutating func keys(fromArgument token: PredicateToken) throws(PredicateSyntaxError) -> [String]
    {
        guard let keys = keys(try nextArgument(token)), !keys.contains("") else {
            throw lexer.error(token.range, message: "%K takes a key path such as assetType.label.")
        }
        return keys
    }

    /// Parses an expression between brackets, where any expression is allowed.
    mutating func nestedExpression() throws(PredicateSyntaxError) -> FetchExpression {
        let parsed = try disjunction()
        return try expression(of: parsed)
    }
}

extension FetchExpression {
    /// The value at a key path of this expression's value.
    func appending(_ keys: [String]) -> FetchExpression {
        switch self {
        case .evaluatedObject: .keyPath(keys)
        case .keyPath(let first): .keyPath(first + keys)
        case .keyPathOf(let base, let first): .keyPathOf(base, first + keys)
        default: .keyPathOf(self, keys)
        }
    }
}

extension PredicateParser {
    /// Parses an operand without suffixes.
    mutating func operand() throws(PredicateSyntaxError) -> Parsed {
        let token = current
        let start = token.range.lowerBound
        switch token.kind {
        case .sign("("):
            return try parenthesis()
        case .sign("{"):
            advance()
            let (elements, parts) = try list(until: "}")
            return try parsed(.expression(.aggregate(elements)), from: start, over: parts)
        case .number(let value):
            advance()
            return try parsed(.expression(.constant(value)), from: start)
        case .string(let text):
            advance()
            return try parsed(.expression(.constant(.string(text))), from: start)
        case .variable(let name):
            advance()
            return try parsed(.expression(.variable(name)), from: start)
        case .argument(let spec):
            advance()
            return try parsed(.expression(try argument(spec, token)), from: start)
        case .escapedWord(let key), .collectionOperator(let key):
            advance()
            return try parsed(.expression(.keyPath([key])), from: start)
        case .function(let name):
            advance()
            return try call(name, token)
        case .word(let word):
            return try self.word(word, token)
        case .sign, .end:
            throw fault(expected: "a key or a value")
        }
    }

    /// Parses `(condition)`, `(expression)` or, as in SQL, the list `(1, 2, 3)`.
    private mutating func parenthesis() throws(PredicateSyntaxError) -> Parsed {
        let start = current.range.lowerBound
        advance()
        let first = try disjunction()
        if current.isSign(",") {
            var elements = [try expression(of: first)]
            var parts = [first]
            while skip(sign: ",") {
                let part = try disjunction()
                elements.append(try expression(of: part))
                parts.append(part)
            }
            try expect(sign: ")")
            return try parsed(.expression(.aggregate(elements)), from: start, over: parts)
        }
        guard skip(sign: ")") else {
            throw fault(expected: "“)”, an operator or AND, OR")
        }
        return Parsed(node: first.node, range: start..<readEnd, depth: first.depth)
    }

    /// Parses expressions between commas, and the closing sign.
    private mutating func list(
        until close: String
    ) throws(PredicateSyntaxError) -> ([FetchExpression], [Parsed]) {
        var elements: [FetchExpression] = []
        var parts: [Parsed] = []
        if skip(sign: close) { return ([], []) }
        repeat {
            let part = try disjunction()
            elements.append(try expression(of: part))
            parts.append(part)
        } while skip(sign: ",")
        guard skip(sign: close) else { throw fault(expected: "“,” or “\(close)”") }
        return (elements, parts)
    }

    private mutating func argument(
        _ spec: String, _ token: PredicateToken
    ) throws(PredicateSyntaxError) -> FetchExpression {
        if spec == "K" { return .keyPath(try keys(fromArgument: token)) }
        let expression = try nextArgument(token)
        guard spec != "@", spec != "s" else { return expression }
        switch expression {
        case .constant(.integer), .constant(.double), .constant(.decimal), .constant(.boolean):
            return expression
        default:
            throw lexer.error(token.range, message: "%\(spec) takes a number.")
        }
    }

    /// Parses a keyword or the first key of a key path.
    private mutating func word(
        _ word: String, _ token: PredicateToken
    ) throws(PredicateSyntaxError) -> Parsed {
        let start = token.range.lowerBound
        let keyword = word.uppercased()
        if following.isSign("(") {
            advance()
            return try form(keyword, named: word, token)
        }
        let expression: FetchExpression
        switch keyword {
        case "NULL", "NIL": expression = .constant(.null)
        case "TRUE", "YES": expression = .constant(.boolean(true))
        case "FALSE", "NO": expression = .constant(.boolean(false))
        case "SELF": expression = .evaluatedObject
        case "AND", "OR", "IN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN",
            "ANY", "ALL", "NONE", "SOME", "NOT", "TRUEPREDICATE", "FALSEPREDICATE", "UNION",
            "INTERSECT", "MINUS":
            throw fault(expected: "a key or a value (a key of this name is written #\(word))")
        default: expression = .keyPath([word])
        }
        advance()
        return try parsed(.expression(expression), from: start)
    }

    /// Parses a form that looks like a call.
    private mutating func form(
        _ keyword: String, named word: String, _ token: PredicateToken
    ) throws(PredicateSyntaxError) -> Parsed {
        switch keyword {
        case "SUBQUERY": return try subquery(from: token.range.lowerBound)
        case "TERNARY": return try conditional(from: token.range.lowerBound)
        case "CAST": return try cast(from: token.range.lowerBound)
        case "FUNCTION": return try namedFunction(from: token.range.lowerBound)
        case "FETCH": return try fetch(token)
        default: return try call(word, token)
        }
    }

    /// Parses `sum:(a)` or `sum(a)`.
    private mutating func call(
        _ name: String, _ token: PredicateToken
    ) throws(PredicateSyntaxError) -> Parsed {
        guard let function = PredicateFunction(spelling: name) else {
            throw lexer.error(token.range, message: "There is no function “\(name)”.")
        }
        try expect(sign: "(")
        let (operands, parts) = try list(until: ")")
        guard operands.count == function.arity else {
            let noun = function.arity == 1 ? "operand" : "operands"
            throw lexer.error(
                token.range,
                message: "“\(name)” takes \(function.arity) \(noun), not \(operands.count).")
        }
        return try parsed(
            .expression(.function(function.rawValue, operands)), from: token.range.lowerBound,
            over: parts)
    }
}
