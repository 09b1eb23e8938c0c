import Foundation

extension FetchPredicate {
    /// The predicate in the format language. Parsing it gives an equal predicate, except for object
    /// IDs and transformable values, which the language cannot express.
    public var predicateFormat: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): comparison.predicateFormat
        case .and(let parts): joined(parts, "AND", none: "TRUEPREDICATE")
        case .or(let parts): joined(parts, "OR", none: "FALSEPREDICATE")
        case .not(let part): "NOT \(part.operandFormat)"
        }
    }

    private func joined(_ parts: [FetchPredicate], _ word: String, none: String) -> String {
        switch parts.count {
        case 0: none
        case 1: parts[0].predicateFormat
        default: parts.map(\.operandFormat).joined(separator: " \(word) ")
        }
    }

    private var operandFormat: String {
        switch self {
        case .and(let parts) where parts.count > 1: "(\(predicateFormat))"
        case .or(let parts) where parts.count > 1: "(\(predicateFormat))"
        default: predicateFormat
        }
    }
}

extension FetchPredicate: CustomStringConvertible {
    public var description: String { predicateFormat }
}

extension FetchComparison {
    /// The comparison in the format language.
    public var predicateFormat: String {
        let comparison =
            "\(left.predicateFormat) \(op.rawValue)\(options.predicateFormat) "
            + right.predicateFormat
        return modifier == .direct ? comparison : "\(modifier.rawValue) \(comparison)"
    }
}

extension FetchComparison.Options {
    /// `[cd]`, or an empty text.
    var predicateFormat: String {
        let letters: [(FetchComparison.Options, String)] = [
            (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
            (.localeSensitive, "l"),
        ]
        let text = letters.filter { contains($0.0) }.map(\.1).joined()
        return text.isEmpty ? "" : "[\(text)]"
    }
}

extension FetchExpression {
    /// The expression in the format language.
    public var predicateFormat: String {
        switch self {
        case .constant(let value): value.predicateFormat
        case .aggregate(let parts): "{\(Self.list(parts))}"
        case .evaluatedObject: "SELF"
        case .keyPath(let keys): Self.format(keys)
        case .keyPathOf(let base, let keys): "\(base.suffixedFormat).\(Self.format(keys))"
        case .variable(let name): "$\(name)"
        case .function(let name, let operands): Self.call(name, operands)
        case .subquery(let collection, let variable, let predicate):
            "SUBQUERY(\(collection.predicateFormat), $\(variable), \(predicate.predicateFormat))"
        case .conditional(let condition, let first, let second):
            "TERNARY(\(condition.predicateFormat), \(first.predicateFormat), "
                + "\(second.predicateFormat))"
        }
    }

    private static func list(_ parts: [FetchExpression]) -> String {
        parts.map(\.predicateFormat).joined(separator: ", ")
    }

    private static func format(_ keys: [String]) -> String {
        keys.map { key in
            PredicateToken.reservedWords.contains(key.uppercased()) ? "#\(key)" : key
        }.joined(separator: ".")
    }

    private static func call(_ name: String, _ operands: [FetchExpression]) -> String {
        guard let function = PredicateFunction(rawValue: name), operands.count == function.arity
        else {
            let rest = operands.dropFirst().map { ", \($0.predicateFormat)" }.joined()
            let receiver = operands.first?.predicateFormat ?? "SELF"
            return "FUNCTION(\(receiver), \(AttributeValue.quoted(name))\(rest))"
        }
        switch function {
        case .first: return "\(operands[0].suffixedFormat)[FIRST]"
        case .last: return "\(operands[0].suffixedFormat)[LAST]"
        case .element:
            return "\(operands[0].suffixedFormat)[\(operands[1].predicateFormat)]"
        case .complement: return "~\(operands[0].suffixedFormat)"
        case .cast: return "CAST(\(list(operands)))"
        default:
            guard let sign = function.infix else { return "\(name)(\(list(operands)))" }
            return "\(operands[0].operandFormat) \(sign) \(operands[1].operandFormat)"
        }
    }

    /// The expression as an operand, in parentheses if needed.
    private var operandFormat: String {
        if case .function(let name, _) = self, PredicateFunction(rawValue: name)?.infix != nil {
            return "(\(predicateFormat))"
        }
        return predicateFormat
    }

    /// The expression with parentheses if `.key` or `[0]` could not follow otherwise.
    private var suffixedFormat: String {
        switch self {
        case .constant: "(\(predicateFormat))"
        case .function(let name, _):
            switch PredicateFunction(rawValue: name) {
            case .some(let function) where function.infix != nil || function == .complement:
                "(\(predicateFormat))"
            default: predicateFormat
            }
        default: predicateFormat
        }
    }
}

extension FetchExpression: CustomStringConvertible {
    public var description: String { predicateFormat }
}

extension AttributeValue {
    /// The value in the format language.
    var predicateFormat: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .double(let number): number.isFinite ? "\(number)" : Self.cast("\(number)", .number)
        case .decimal(let number): Self.cast(number.description, .decimal)
        case .string(let text): Self.quoted(text)
        case .date(let date):
            "CAST(\(date.timeIntervalSinceReferenceDate), \(Self.quoted(CastType.date.rawValue)))"
        case .data(let data): Self.cast(data.base64EncodedString(), .data)
        case .uuid(let uuid): Self.cast(uuid.uuidString, .uuid)
        case .url(let url): Self.cast(url.absoluteString, .url)
        case .object(let id): Self.quoted(id.uriRepresentation)
        case .transformable(let value): Self.quoted("\(value.base)")
        case .deferred(let count): Self.quoted(count.map { "\($0) bytes" } ?? "a file")
        }
    }

    private static func cast(_ text: String, _ type: CastType) -> String {
        "CAST(\(quoted(text)), \(quoted(type.rawValue)))"
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0": quoted += "\\0"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
