import Foundation
import ObjectModel

// Predicates and expressions of a model; nil for those without an archived form.
extension ModelCacheEncoder {
    /// Nil also for an invalid predicate, which is reported when the model is used.
    mutating func predicate(_ format: String?) -> KeyedArchiveWriter.Reference? {
        guard let format else { return nil }
        do throws(PredicateSyntaxError) {
            return add(try FetchPredicate(format: format))
        } catch {
            return nil
        }
    }

    mutating func expression(_ format: String) -> KeyedArchiveWriter.Reference? {
        do throws(PredicateSyntaxError) {
            return add(try FetchExpression(format: format))
        } catch {
            return nil
        }
    }

    mutating func fetchRequest(_ template: FetchRequestTemplate) -> KeyedArchiveWriter.Reference {
        var members: [String: PropertyListValue] = [
            "NSEntityName": archive.add(.string(template.entityName))
        ]
        if let predicate = predicate(template.predicateFormat) {
            members["NSPredicate"] = predicate
        }
        if let limit = template.options["fetchLimit"].flatMap({ Int64($0) }) {
            members["NSFetchLimit"] = .integer(limit)
        }
        if let size = template.options["fetchBatchSize"].flatMap({ Int64($0) }) {
            members["NSFetchBatchSize"] = .integer(size)
        }
        return archive.add(["NSFetchRequest", "NSObject"], members)
    }

    private mutating func add(_ predicate: FetchPredicate) -> KeyedArchiveWriter.Reference? {
        switch predicate {
        case .constant(let value):
            return archive.add(
                [value ? "NSTruePredicate" : "NSFalsePredicate", "NSPredicate", "NSObject"], [:])
        case .and(let parts): return compound(1, parts)
        case .or(let parts): return compound(2, parts)
        case .not(let part): return compound(0, [part])
        case .comparison(let comparison): return add(comparison)
        }
    }

    private mutating func compound(
        _ type: Int64, _ parts: [FetchPredicate]
    ) -> KeyedArchiveWriter.Reference? {
        var references: [KeyedArchiveWriter.Reference] = []
        for part in parts {
            guard let reference = add(part) else { return nil }
            references.append(reference)
        }
        return archive.add(
            ["NSCompoundPredicate", "NSPredicate", "NSObject"],
            [
                "NSCompoundPredicateType": .integer(type),
                "NSSubpredicates": archive.addArray(references),
            ])
    }

    private mutating func add(_ comparison: FetchComparison) -> KeyedArchiveWriter.Reference? {
        guard let left = add(comparison.left), let right = add(comparison.right) else {
            return nil
        }
        let modifier: Int64 =
            switch comparison.modifier {
            case .direct: 0
            case .all: 1
            case .any: 2
            }
        let operation = comparison.op.archived
        var members: [String: PropertyListValue] = [
            "NSOperatorType": .integer(Int64(operation.number)), "NSModifier": .integer(modifier),
        ]
        let options = comparison.options.intersection([.caseInsensitive, .diacriticInsensitive])
        members[operation.isOfTexts ? "NSFlags" : "NSOptions"] = .integer(Int64(options.rawValue))
        let sign = archive.add(
            [operation.className, "NSPredicateOperator", "NSObject"], members)
        return archive.add(
            ["NSComparisonPredicate", "NSPredicate", "NSObject"],
            [
                "NSLeftExpression": left, "NSRightExpression": right, "NSPredicateOperator": sign,
            ])
    }

    private mutating func add(_ expression: FetchExpression) -> KeyedArchiveWriter.Reference? {
        switch expression {
        case .constant(let value):
            switch value {
            case .data, .object, .transformable, .deferred: return nil
            default: return archive.addConstant(add(value))
            }
        case .aggregate(let parts):
            return list(parts).map { references in
                archive.add(
                    ["NSAggregateExpression", "NSExpression", "NSObject"],
                    [
                        "NSExpressionType": .integer(14),
                        "NSCollection": archive.addArray(references),
                    ])
            }
        case .evaluatedObject: return archive.addEvaluatedObject()
        case .keyPath(let keys): return archive.addKeyPath(keys.joined(separator: "."))
        case .keyPathOf(.variable(let name), let keys):
            return archive.addKeyPath(keys.joined(separator: "."), of: archive.addVariable(name))
        case .variable(let name): return archive.addVariable(name)
        case .function(let name, let operands):
            return list(operands).map { archive.addFunction(name, $0) }
        case .keyPathOf, .subquery, .conditional: return nil
        }
    }

    private mutating func list(_ parts: [FetchExpression]) -> [KeyedArchiveWriter.Reference]? {
        var references: [KeyedArchiveWriter.Reference] = []
        for part in parts {
            guard let reference = add(part) else { return nil }
            references.append(reference)
        }
        return references
    }
}

extension FetchComparison.Operator {
    /// The comparison in archives: its number, its class, and whether it compares texts.
    fileprivate var archived: (number: Int, className: String, isOfTexts: Bool) {
        switch self {
        case .less: (0, "NSComparisonPredicateOperator", false)
        case .lessOrEqual: (1, "NSComparisonPredicateOperator", false)
        case .greater: (2, "NSComparisonPredicateOperator", false)
        case .greaterOrEqual: (3, "NSComparisonPredicateOperator", false)
        case .equal: (4, "NSEqualityPredicateOperator", false)
        case .notEqual: (5, "NSEqualityPredicateOperator", false)
        case .matches: (6, "NSMatchingPredicateOperator", true)
        case .like: (7, "NSLikePredicateOperator", true)
        case .beginsWith: (8, "NSSubstringPredicateOperator", true)
        case .endsWith: (9, "NSSubstringPredicateOperator", true)
        case .in: (10, "NSInPredicateOperator", true)
        case .contains: (99, "NSInPredicateOperator", true)
        case .between: (100, "NSBetweenPredicateOperator", false)
        }
    }
}

// Predicates and expressions in the form of Foundation's archives.
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

    /// - Parameter operand: the base of the key path; nil for the record.
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
