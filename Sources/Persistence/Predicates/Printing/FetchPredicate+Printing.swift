extension FetchPredicate {
    /// The predicate in the format language. Reading it gives the same predicate again, except for
    /// object IDs and transformable values, which have no form in the language.
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
    /// `[cd]`, or nothing.
    var predicateFormat: String {
        let letters: [(FetchComparison.Options, String)] = [
            (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
            (.localeSensitive, "l"),
        ]
        let text = letters.filter { contains($0.0) }.map(\.1).joined()
        return text.isEmpty ? "" : "[\(text)]"
    }
}
