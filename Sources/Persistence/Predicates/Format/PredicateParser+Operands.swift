extension PredicateParser {
    /// An operand without what follows it.
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

    /// `(condition)`, `(expression)`, or, as SQL writes lists, `(1, 2, 3)`.
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

    /// Expressions between commas, and the closing sign.
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

    /// A keyword or the first key of a key path.
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

    /// What has the form of a call.
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

    /// `sum:(a)`, or `sum(a)`.
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
