import Foundation
import ObjectModel

/// Spells a model's predicates and expressions for the statement of an index.
///
/// An index holds no parameters and calls no functions but SQLite's own: other programs that write
/// to the store have to understand it. What cannot be spelled so is nil.
struct SQLIndexExpression {
    var dialect = SQLDialect.sqlite
    /// The type of an attribute of the entity, which tells PostgreSQL how a constant is written; nil, the default,
    /// for none.
    var type: (String) -> AttributeType? = { _ in nil }
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
        case .constant(let value): return dialect.truth(value).sql
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
        guard let sign = Self.signs[comparison.op] else { return nil }
        let right =
            dialect == .sqlite
            ? sql(comparison.right) : constant(comparison.right, comparedWith: comparison.left)
        return right.map { "\(left) \(sign) \($0)" }
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

    /// A constant in the form of an attribute's type, so that PostgreSQL finds no other operator than for the
    /// parameter of a fetch.
    private func constant(
        _ expression: FetchExpression, comparedWith attribute: FetchExpression
    ) -> String? {
        guard case .constant(let value) = expression, case .keyPath(let path) = attribute,
            let type = type(path.joined(separator: "."))
        else { return nil }
        switch (type, value) {
        case (.boolean, .boolean(let flag)): return dialect.truth(flag).sql
        case (.boolean, .integer(let number)) where (0...1).contains(number):
            return dialect.truth(number == 1).sql
        // A text would be read in the zone of whoever asks, and so is nothing for an index.
        case (.date, .date(let date)): return "to_timestamp(\(date.timeIntervalSince1970))"
        case (.string, .string(let text)): return text.contains("\0") ? nil : literal(value)
        case (.integer16, .integer), (.integer32, .integer), (.integer64, .integer),
            (.decimal, .integer), (.decimal, .decimal), (.double, .integer), (.double, .double),
            (.float, .integer), (.float, .double):
            return literal(value)
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
