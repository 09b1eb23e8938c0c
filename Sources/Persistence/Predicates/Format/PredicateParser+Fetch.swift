extension PredicateParser {
    /// `FETCH(request, context, countOnly)`, in expressions of a mapping: the objects that the request
    /// of a migration selects, or their number.
    mutating func fetch(_ token: PredicateToken) throws(PredicateSyntaxError) -> Parsed {
        guard acceptsMessages else {
            throw lexer.error(
                token.range, message: "Fetch requests stand in the expressions of mappings only.")
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
