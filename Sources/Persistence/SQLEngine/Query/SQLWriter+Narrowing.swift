/// Conditions for comparisons that memory decides about: they hold for all records that may be meant, and
/// for as few others as SQL can tell.
///
/// Texts of ASCII lose their case in SQL as they do here, and have no accents. For all others memory decides.
extension SQLWriter {
    /// A condition that holds wherever a predicate does; nil if SQL cannot narrow the search.
    func narrowing(_ predicate: FetchPredicate) -> SQLFragment? {
        guard !dialect.callsFunctions else { return nil }
        switch predicate {
        case .constant, .not: return nil
        case .and(let parts):
            let conditions = parts.compactMap(exactOrNarrowing)
            return conditions.isEmpty ? nil : Self.joined(conditions[...], "AND")
        case .or(let parts):
            let conditions = parts.compactMap(exactOrNarrowing)
            guard !conditions.isEmpty, conditions.count == parts.count else { return nil }
            return Self.joined(conditions[...], "OR")
        case .comparison(let comparison): return try? narrowing(comparison)
        }
    }

    private func exactOrNarrowing(_ predicate: FetchPredicate) -> SQLFragment? {
        (try? condition(predicate)) ?? narrowing(predicate)
    }

    private func narrowing(_ comparison: FetchComparison) throws -> SQLFragment {
        switch comparison.modifier {
        case .all: throw SQLTranslationError(reason: "all members are compared")
        case .any:
            return try exists(try collection(comparison.left), positive: true) { member in
                try narrowing(member, comparison)
            }
        case .direct:
            if case .function(PredicateFunction.searchable.rawValue, let operands) = comparison.left
            {
                return try narrowing(searched: try scalar(operands[0]), comparison)
            }
            return try narrowing(try scalar(comparison.left), comparison)
        }
    }

    /// Plain texts lose their case alone where they are searched; memory decides about all others.
    private func narrowing(
        searched value: SQLScalar, _ comparison: FetchComparison
    ) throws -> SQLFragment {
        guard comparison.op == .contains, TextFolding.effective(comparison.options).isEmpty,
            value.type.kind == .string, value.constant == nil,
            case .string(let pattern) = try scalar(comparison.right).constant, !pattern.isEmpty
        else { throw SQLTranslationError(reason: "no text is compared with a constant") }
        let isOther: SQLFragment =
            "\(value.fragment) ~ '[^\\x20-\\x26\\x28-\\x5f\\x61-\\x7e]'"
        guard pattern.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return isOther }
        let found = dialect.contains("lower(\(value.fragment))", constant: pattern)
        return "(\(found) OR \(isOther))"
    }

    private func narrowing(
        _ value: SQLScalar, _ comparison: FetchComparison
    ) throws -> SQLFragment {
        let options = TextFolding.effective(comparison.options)
        // By other operators a text may be meant that has nothing of the constant.
        guard [.equal, .contains, .beginsWith, .endsWith, .like].contains(comparison.op),
            value.type.kind == .string, value.constant == nil,
            case .string(let text) = try scalar(comparison.right).constant,
            let part = comparison.op == .like ? LikePattern.beginning(of: text) : text,
            // No text in the database has it.
            !part.utf8.contains(0)
        else { throw SQLTranslationError(reason: "no text is compared with a constant") }
        let folded = TextFolding.folded(part, options)
        guard !folded.isEmpty else { throw SQLTranslationError(reason: "the text is empty") }
        let isOther: SQLFragment = "\(value.fragment) ~ '[^\\x01-\\x7f]'"
        // A text of ASCII has no such part.
        guard folded.utf8.allSatisfy({ $0 < 0x80 }) else { return isOther }
        let plain: SQLFragment =
            options.contains(.caseInsensitive) ? "lower(\(value.fragment))" : value.fragment
        let condition = try condition(plain, comparison.op, folded)
        return "(\(condition) OR \(isOther))"
    }

    private func condition(
        _ value: SQLFragment, _ op: FetchComparison.Operator, _ text: String
    ) throws -> SQLFragment {
        let parameter = SQLFragment(parameter: .string(text))
        switch op {
        case .equal: return "\(value) = \(parameter)"
        case .contains: return dialect.contains(value, constant: text)
        case .endsWith: return "right(\(value), \(raw: text.utf8.count)) = \(parameter)"
        case .beginsWith, .like:
            if let range = prefixRange(value, text) { return range }
            fallthrough
        default: throw SQLTranslationError(reason: "texts are compared by “\(op.rawValue)”")
        }
    }
}
