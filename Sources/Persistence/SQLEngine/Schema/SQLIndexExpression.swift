import Foundation

/// Spells a model's predicates and expressions for the statement of an index.
///
/// An index holds no parameters and calls no functions but SQLite's own: other programs that write
/// to the store have to understand it. What cannot be spelled so is nil.
struct SQLIndexExpression {
    /// The column of a property of the entity, or nil.
    let column: (String) -> String?

    /// The condition for the records that the index holds.
    func condition(_ format: String) -> String? {
        do throws(PredicateSyntaxError) {
            return sql(try FetchPredicate(format: format))
        } catch {
            return nil
        }
    }

    /// A value that the index is over.
    func value(_ format: String) -> String? {
        do throws(PredicateSyntaxError) {
            return sql(try FetchExpression(format: format))
        } catch {
            return nil
        }
    }

    private func sql(_ predicate: FetchPredicate) -> String? {
        switch predicate {
        case .constant(let value): return value ? "1" : "0"
        case .and(let parts): return join(parts, " AND ")
        case .or(let parts): return join(parts, " OR ")
        case .not(let part): return sql(part).map { "NOT (\($0))" }
        case .comparison(let comparison): return sql(comparison)
        }
    }

    private func join(_ parts: [FetchPredicate], _ word: String) -> String? {
        let texts = parts.compactMap(sql)
        guard texts.count == parts.count, !texts.isEmpty else { return nil }
        return texts.map { "(\($0))" }.joined(separator: word)
    }

    private func sql(_ comparison: FetchComparison) -> String? {
        guard comparison.modifier == .direct, comparison.options.isEmpty,
            let left = sql(comparison.left)
        else { return nil }
        if case .constant(.null) = comparison.right {
            switch comparison.op {
            case .equal: return "\(left) IS NULL"
            case .notEqual: return "\(left) IS NOT NULL"
            default: return nil
            }
        }
        guard let sign = Self.signs[comparison.op], let right = sql(comparison.right) else {
            return nil
        }
        return "\(left) \(sign) \(right)"
    }

    private static let signs: [FetchComparison.Operator: String] = [
        .equal: "=", .notEqual: "<>", .less: "<", .lessOrEqual: "<=", .greater: ">",
        .greaterOrEqual: ">=",
    ]

    private func sql(_ expression: FetchExpression) -> String? {
        switch expression {
        case .keyPath(let path): return column(path.joined(separator: "."))
        case .constant(let value): return literal(value)
        case .function(let name, let operands):
            let signs: [PredicateFunction: String] = [
                .add: "+", .subtract: "-", .multiply: "*",
            ]
            let parts = operands.compactMap(sql)
            guard let sign = PredicateFunction(rawValue: name).flatMap({ signs[$0] }),
                parts.count == 2, operands.count == 2
            else { return nil }
            return "(\(parts[0]) \(sign) \(parts[1]))"
        default: return nil
        }
    }

    private func literal(_ value: AttributeValue) -> String? {
        switch value {
        case .integer(let number): String(number)
        case .boolean(let flag): flag ? "1" : "0"
        case .double(let number): number.isFinite ? "\(number)" : nil
        case .decimal(let number): number.isNaN ? nil : number.description
        case .string(let text): "'\(text.replacing("'", with: "''"))'"
        case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
        default: nil
        }
    }
}
