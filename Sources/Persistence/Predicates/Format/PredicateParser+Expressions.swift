extension PredicateParser {
    /// Operators by how tightly they bind, the loosest first.
    private static let binaryOperators: [[String: PredicateFunction]] = [
        ["UNION": .union, "INTERSECT": .intersection, "MINUS": .difference],
        ["|": .bitwiseOr, "^": .bitwiseXor, "&": .bitwiseAnd],
        ["<<": .leftShift, ">>": .rightShift],
        ["+": .add, "-": .subtract],
        ["*": .multiply, "/": .divide],
        ["**": .power],
    ]

    /// Operands joined by operators that bind from a level on.
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

    /// `-a`, `~a`, or an operand with what follows it.
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

    /// `.key`, `[0]` and `[FIRST]` behind an operand.
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

    /// A key path stays one node however long it is.
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

    /// The keys that one part of a key path stands for; `%K` may bring several.
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

    /// An expression between brackets, where anything may stand.
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
