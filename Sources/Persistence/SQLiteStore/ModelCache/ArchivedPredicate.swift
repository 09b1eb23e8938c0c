import Foundation

/// Converts archived predicates and expressions to format strings.
///
/// Nil for predicates that cannot be converted easily; the model works without them.
enum ArchivedPredicate {
    private static let maximumDepth = 40

    static func format(of predicate: ArchivedObject, depth: Int = 0) -> String? {
        guard depth < maximumDepth else { return nil }
        switch predicate.className {
        case "NSComparisonPredicate": return comparison(predicate, depth)
        case "NSCompoundPredicate": return compound(predicate, depth)
        case "NSTruePredicate": return "TRUEPREDICATE"
        case "NSFalsePredicate": return "FALSEPREDICATE"
        default: return nil
        }
    }

    private static func compound(_ predicate: ArchivedObject, _ depth: Int) -> String? {
        let parts = predicate["NSSubpredicates"]?.elements ?? []
        let texts = parts.compactMap { format(of: $0, depth: depth + 1) }
        guard texts.count == parts.count, let first = texts.first else { return nil }
        switch predicate.integer("NSCompoundPredicateType") {
        case 0: return "NOT (\(first))"
        case 1: return texts.map { "(\($0))" }.joined(separator: " AND ")
        case 2: return texts.map { "(\($0))" }.joined(separator: " OR ")
        default: return nil
        }
    }

    private static func comparison(_ predicate: ArchivedObject, _ depth: Int) -> String? {
        guard
            let left = predicate["NSLeftExpression"].flatMap({ expression($0, depth: depth + 1) }),
            let right = predicate["NSRightExpression"].flatMap({
                expression($0, depth: depth + 1)
            }), let operation = predicate["NSPredicateOperator"],
            let name = operation.integer("NSOperatorType").flatMap({ operators[$0] })
        else { return nil }
        let modifiers = ["", "ALL ", "ANY "]
        let modifier = operation.integer("NSModifier") ?? 0
        guard modifiers.indices.contains(modifier) else { return nil }
        let options = operation.integer("NSOptions") ?? operation.integer("NSFlags") ?? 0
        let letters = (options & 1 != 0 ? "c" : "") + (options & 2 != 0 ? "d" : "")
        return "\(modifiers[modifier])\(left) \(name)\(letters.isEmpty ? "" : "[\(letters)]") "
            + right
    }

    private static let operators: [Int: String] = [
        0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE",
        8: "BEGINSWITH", 9: "ENDSWITH", 10: "IN", 99: "CONTAINS", 100: "BETWEEN",
    ]

    /// The expression in a format string.
    static func expression(_ object: ArchivedObject, depth: Int = 0) -> String? {
        guard depth < maximumDepth else { return nil }
        switch object.className {
        case "NSSelfExpression": return "SELF"
        case "NSConstantValueExpression":
            return object["NSConstantValue"].map(constant) ?? "NULL"
        case "NSKeyPathSpecifierExpression": return object.string("NSKeyPath")
        case "NSVariableExpression": return object.string("NSVariable").map { "$\($0)" }
        case "NSKeyPathExpression": return keyPath(object, depth)
        case "NSFunctionExpression": return function(object, depth)
        case "NSFetchRequestExpression": return fetch(object, depth)
        case "NSAggregateExpression":
            let parts = object["NSCollection"]?.elements ?? []
            let texts = parts.compactMap { expression($0, depth: depth + 1) }
            return texts.count == parts.count ? "{\(texts.joined(separator: ", "))}" : nil
        default: return nil
        }
    }

    /// The expression of a derived attribute as in a model file: `pages.@count` for a function of
    /// the key path `pages`.
    static func derivation(_ object: ArchivedObject) -> String? {
        let operators = [
            "count:": "@count", "sum:": "@sum", "min:": "@min", "max:": "@max", "average:": "@avg",
        ]
        guard object.className == "NSFunctionExpression",
            let name = object.string("NSSelectorName").flatMap({ operators[$0] }),
            let argument = object["NSArguments"]?.elements.first,
            argument.className != "NSFunctionExpression",
            let path = expression(argument)
        else { return expression(object) }
        let keys = path.split(separator: ".")
        if keys.contains(where: { $0.hasPrefix("@") }) { return expression(object) }
        guard name != "@count" else { return "\(path).@count" }
        return (keys.prefix(1) + [name[...]] + keys.dropFirst()).joined(separator: ".")
    }

    private static func fetch(_ object: ArchivedObject, _ depth: Int) -> String? {
        let parts = ["NSFRExpression", "NSMOCExpression"].compactMap { key in
            object[key].flatMap { expression($0, depth: depth + 1) }
        }
        return parts.count == 2 ? "FETCH(\(parts[0]), \(parts[1]))" : nil
    }

    private static func keyPath(_ object: ArchivedObject, _ depth: Int) -> String? {
        guard
            let path = object["NSArguments"]?.elements.first
                .flatMap({ expression($0, depth: depth + 1) })
        else { return nil }
        let operand = object["NSOperand"].flatMap { expression($0, depth: depth + 1) }
        guard let operand, operand != "SELF" else { return path }
        return "\(operand).\(path)"
    }

    private static func function(_ object: ArchivedObject, _ depth: Int) -> String? {
        guard let name = object.string("NSSelectorName") else { return nil }
        let arguments = object["NSArguments"]?.elements ?? []
        let texts = arguments.compactMap { expression($0, depth: depth + 1) }
        guard texts.count == arguments.count else { return nil }
        if let target = object["NSOperand"], target.className == "NSVariableExpression",
            let variable = target.string("NSVariable")
        {
            return "FUNCTION(\((["$\(variable)", "\"\(name)\""] + texts).joined(separator: ", ")))"
        }
        return texts.isEmpty ? "\(name)()" : "\(name)(\(texts.joined(separator: ", ")))"
    }

    private static func constant(_ object: ArchivedObject) -> String {
        if object.className == nil, let text = object.string {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"\(escaped)\""
        }
        if let date = ModelCacheDecoder.date(object) {
            return "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
        }
        return plainText(object) ?? "NULL"
    }

    static func plainText(_ object: ArchivedObject) -> String? {
        switch object.content {
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .boolean(let value): return value ? "1" : "0"
        default: return object.string ?? ArchivedDecimal.text(object)
        }
    }
}

/// Decimal numbers in keyed archives: a mantissa of up to sixteen bytes in little-endian units of
/// two, with sign and exponent.
enum ArchivedDecimal {
    static let classNames = ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]

    /// The number in an archived object as text; nil if it has none.
    static func text(_ object: ArchivedObject) -> String? {
        guard let mantissa = object["NS.mantissa"]?.content.data, mantissa.count <= 16,
            let exponent = object.integer("NS.exponent"), (-128...127).contains(exponent)
        else { return nil }
        let isLittleEndian = object.integer("NS.mantissa.bo") != 2
        let bytes = Array(mantissa)
        var significand = Decimal(0)
        for unit in stride(from: bytes.count - 2, through: 0, by: -2) {
            let (low, high) =
                isLittleEndian ? (bytes[unit], bytes[unit + 1]) : (bytes[unit + 1], bytes[unit])
            significand = significand * 65_536 + Decimal(Int(high) << 8 | Int(low))
        }
        let sign: FloatingPointSign = object.boolean("NS.negative") ? .minus : .plus
        return Decimal(sign: sign, exponent: exponent, significand: significand).description
    }

    static func members(_ number: Decimal) -> [String: PropertyListValue] {
        var rest = number.significand
        var bytes: [UInt8] = []
        while rest > 0, bytes.count < 16 {
            var quotient = rest / 65_536
            var whole = Decimal()
            NSDecimalRound(&whole, &quotient, 0, .down)
            let unit = NSDecimalNumber(decimal: rest - whole * 65_536).uint16Value
            bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            rest = whole
        }
        let length = bytes.count / 2
        bytes += Array(repeating: 0, count: 16 - bytes.count)
        return [
            "NS.exponent": .integer(Int64(number.exponent)), "NS.length": .integer(Int64(length)),
            "NS.negative": .boolean(number < 0), "NS.compact": .boolean(true),
            "NS.mantissa.bo": .integer(1), "NS.mantissa": .data(Data(bytes)),
        ]
    }
}
