// Predicates and expressions, spelled as Foundation archives them.
extension KeyedArchiveWriter {
    mutating func addEvaluatedObject() -> Reference {
        add(
            ["NSSelfExpression", "NSExpression", "NSObject"], ["NSExpressionType": .integer(1)])
    }

    mutating func addConstant(_ value: Reference) -> Reference {
        add(
            ["NSConstantValueExpression", "NSExpression", "NSObject"],
            ["NSExpressionType": .integer(0), "NSConstantValue": value])
    }

    mutating func addVariable(_ name: String) -> Reference {
        add(
            ["NSVariableExpression", "NSExpression", "NSObject"],
            ["NSExpressionType": .integer(2), "NSVariable": add(.string(name))])
    }

    /// - Parameter operand: what the path begins at; nil for the record.
    mutating func addKeyPath(_ path: String, of operand: Reference? = nil) -> Reference {
        let specifier = add(
            ["NSKeyPathSpecifierExpression", "NSExpression", "NSObject"],
            ["NSExpressionType": .integer(10), "NSKeyPath": add(.string(path))])
        let selector = path.contains(".") ? "valueForKeyPath:" : "valueForKey:"
        let members: [String: PropertyListValue] = [
            "NSExpressionType": .integer(3), "NSOperand": operand ?? addEvaluatedObject(),
            "NSSelectorName": add(.string(selector)),
            "NSArguments": addArray([specifier]),
        ]
        return add(
            ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject"], members)
    }

    mutating func addFunction(_ name: String, _ arguments: [Reference]) -> Reference {
        let utilities = addConstant(add(.string("_NSPredicateUtilities")))
        let members: [String: PropertyListValue] = [
            "NSExpressionType": .integer(4), "NSOperand": utilities,
            "NSSelectorName": add(.string(name)),
            "NSArguments": addArray(arguments),
        ]
        return add(["NSFunctionExpression", "NSExpression", "NSObject"], members)
    }

    /// - Parameter type: the number of the comparison: 1 is `<=`, 3 `>=`, 6 MATCHES.
    mutating func addComparison(_ left: Reference, _ type: Int, _ right: Reference) -> Reference {
        let className =
            type == 6 ? "NSMatchingPredicateOperator" : "NSComparisonPredicateOperator"
        let operation = add(
            [className, "NSPredicateOperator", "NSObject"],
            [
                "NSOperatorType": .integer(Int64(type)), "NSModifier": .integer(0),
                type == 6 ? "NSFlags" : "NSVariant": .integer(type == 6 ? 0 : Int64(type)),
            ])
        return add(
            ["NSComparisonPredicate", "NSPredicate", "NSObject"],
            [
                "NSLeftExpression": left, "NSRightExpression": right,
                "NSPredicateOperator": operation,
            ])
    }
}
