/// Parses a predicate's format string.
///
/// Whether a parenthesis holds a predicate or an expression shows only after it. The same functions
/// parse both, which avoids backtracking.
struct PredicateParser {
    static let maximumDepth = 64

    enum Node {
        case predicate(FetchPredicate)
        case expression(FetchExpression)
    }

    struct Parsed {
        var node: Node
        /// In Unicode scalars.
        var range: Range<Int>
        var depth = 1
    }

    let lexer: PredicateLexer
    private let tokens: [PredicateToken]
    private var index = 0
    private let arguments: [(any PredicateArgument)?]
    private var argumentIndex = 0
    private var level = 0
    /// Whether functions may be called on variables, as in mapping models.
    var acceptsMessages = false
    /// The first position of each expression, in Unicode scalars.
    private(set) var ranges: [FetchExpression: Range<Int>] = [:]

    init(_ format: String, _ arguments: [(any PredicateArgument)?]) throws(PredicateSyntaxError) {
        var lexer = try PredicateLexer(format)
        tokens = try lexer.tokens()
        self.lexer = lexer
        self.arguments = arguments
    }

    /// Parses the whole text as a predicate.
    mutating func predicate() throws(PredicateSyntaxError) -> FetchPredicate {
        let parsed = try disjunction()
        let predicate = try predicate(of: parsed)
        try end()
        return predicate
    }

    /// Parses the whole text as an expression.
    mutating func expression() throws(PredicateSyntaxError) -> FetchExpression {
        let parsed = try disjunction()
        let expression = try expression(of: parsed)
        try end()
        return expression
    }

    private func end() throws(PredicateSyntaxError) {
        guard current.kind == .end else {
            throw fault(expected: "AND, OR or the end")
        }
        guard argumentIndex == arguments.count else {
            throw lexer.error(
                current.range,
                message: "\(arguments.count) arguments were given, but the format uses "
                    + "\(argumentIndex).")
        }
    }

    // MARK: Tokens

    var current: PredicateToken { tokens[index] }

    var following: PredicateToken { tokens[min(index + 1, tokens.count - 1)] }

    /// The end of the consumed text, in Unicode scalars.
    var readEnd: Int { index == 0 ? 0 : tokens[index - 1].range.upperBound }

    mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    mutating func skip(sign: String) -> Bool {
        guard current.isSign(sign) else { return false }
        advance()
        return true
    }

    mutating func skip(keyword: String) -> Bool {
        guard current.keyword == keyword else { return false }
        advance()
        return true
    }

    mutating func expect(sign: String) throws(PredicateSyntaxError) {
        guard skip(sign: sign) else { throw fault(expected: "“\(sign)”") }
    }

    func fault(expected: String) -> PredicateSyntaxError {
        current.kind == .end
            ? lexer.error(current.range, expected: expected, found: "the end")
            : lexer.error(current.range, expected: expected)
    }

    mutating func nextArgument(
        _ spec: PredicateToken
    ) throws(PredicateSyntaxError) -> FetchExpression {
        guard argumentIndex < arguments.count else {
            throw lexer.error(
                spec.range,
                message: "There is no argument for \(lexer.text(spec.range)): "
                    + "\(arguments.count) were given.")
        }
        defer { argumentIndex += 1 }
        return arguments[argumentIndex]?.predicateExpression ?? .constant(.null)
    }

    // MARK: Depth and ranges

    /// Counts a level of nesting, which is limited.
    mutating func enter() throws(PredicateSyntaxError) {
        level += 1
        if level > Self.maximumDepth { throw tooDeep(current.range) }
    }

    mutating func leave() { level -= 1 }

    private func tooDeep(_ range: Range<Int>) -> PredicateSyntaxError {
        lexer.error(
            range, message: "The predicate is nested more than \(Self.maximumDepth) levels deep.")
    }

    /// Makes a node over others.
    mutating func parsed(
        _ node: Node, from start: Int, over children: [Parsed] = []
    ) throws(PredicateSyntaxError) -> Parsed {
        let range = start..<max(start, readEnd)
        let depth = 1 + (children.map(\.depth).max() ?? 0)
        if depth > Self.maximumDepth { throw tooDeep(range) }
        if case .expression(let expression) = node, ranges[expression] == nil {
            ranges[expression] = range
        }
        return Parsed(node: node, range: range, depth: depth)
    }

    func predicate(of parsed: Parsed) throws(PredicateSyntaxError) -> FetchPredicate {
        switch parsed.node {
        case .predicate(let predicate):
            return predicate
        case .expression:
            throw fault(
                expected: "a comparison (==, !=, <, CONTAINS, IN …) after "
                    + "“\(lexer.text(parsed.range))”")
        }
    }

    func expression(of parsed: Parsed) throws(PredicateSyntaxError) -> FetchExpression {
        switch parsed.node {
        case .expression(let expression):
            return expression
        case .predicate:
            throw lexer.error(parsed.range, expected: "a key or a value", found: "a condition")
        }
    }
}

extension PredicateParser {
    /// Parses `FETCH(request, context, countOnly)` in a mapping's expressions: the objects that a
    /// migration's request selects, or their number.
    mutating func fetch(_ token: PredicateToken) throws(PredicateSyntaxError) -> Parsed {
        guard acceptsMessages else {
            throw lexer.error(
                token.range, message: "Fetch requests are allowed only in mappings.")
        }
        let start = token.range.lowerBound
        try expect(sign: "(")
        let request = try disjunction()
        let objects = try expression(of: request)
        guard case .function(let name, _) = objects, MigrationRequest.names.contains(name) else {
            throw lexer.error(
                request.range,
                message: "FETCH takes a request of the migration: FUNCTION($manager, "
                    + "\"\(MigrationRequest.name)\", …).")
        }
        try expect(sign: ",")
        let context = try disjunction()
        guard try isSourceContext(expression(of: context)) else {
            throw lexer.error(context.range, message: "FETCH looks into $manager.sourceContext.")
        }
        var counts = false
        if skip(sign: ",") {
            let flag = try disjunction()
            counts = try isTrue(expression(of: flag), flag.range)
        }
        try expect(sign: ")")
        let result = counts ? PredicateFunction.count.call(objects) : objects
        return try parsed(.expression(result), from: start, over: [request])
    }

    private func isSourceContext(_ expression: FetchExpression) -> Bool {
        expression == .keyPathOf(.variable("manager"), ["sourceContext"])
            || expression == .function("sourceContext", [.variable("manager")])
    }

    private func isTrue(
        _ expression: FetchExpression, _ range: Range<Int>
    ) throws(PredicateSyntaxError) -> Bool {
        switch expression {
        case .constant(.boolean(let value)): return value
        case .constant(.integer(let value)): return value != 0
        default: throw lexer.error(range, message: "FETCH takes YES or NO at its end.")
        }
    }
}
