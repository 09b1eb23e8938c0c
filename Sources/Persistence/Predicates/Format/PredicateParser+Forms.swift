/// The forms that look like calls and are none: SUBQUERY, TERNARY, CAST and FUNCTION.
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
