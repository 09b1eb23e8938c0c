import Foundation

/// Computes the functions of predicates over single values, in memory and as SQL functions.
///
/// A missing operand or an undefined result (1/0) gives null. As in SQLite, integers are divided
/// without a remainder, and an overflow of Int64 becomes a double. Decimals have 15 digits, which
/// is what a store keeps.
enum PredicateArithmetic {
    /// The result, which is a decimal if one of the operands is.
    static func value(
        of function: PredicateFunction, _ operands: [AttributeValue]
    ) throws(FetchPredicateError) -> AttributeValue {
        if operands.contains(where: { $0.isNull || $0.isNotANumber }) { return .null }
        switch function {
        case .noIndex, .indexedBy: return operands[0]
        case .uppercase, .lowercase, .canonical, .searchable, .length:
            return try text(function, operands[0])
        default:
            break
        }
        if let result = date(function, operands) { return result }
        let isDecimal = operands.contains { if case .decimal = $0 { true } else { false } }
        if isDecimal, let result = try decimal(function, operands) { return result }
        var numbers: [StoredNumber] = []
        for operand in operands {
            guard let number = operand.storedNumber else {
                throw FetchPredicateError("“\(function.rawValue)” needs numbers.")
            }
            numbers.append(number)
        }
        return number(function, numbers)
    }

    // MARK: Numbers

    private static func number(
        _ function: PredicateFunction, _ operands: [StoredNumber]
    ) -> AttributeValue {
        switch operands.count {
        case 1: return unary(function, operands[0])
        case 2:
            if case .integer(let first) = operands[0], case .integer(let second) = operands[1],
                let result = integer(function, first, second)
            {
                return result
            }
            return double(function, operands[0].double, operands[1].double)
        default: return .null
        }
    }

    /// Nil where the operands are not integers.
    private static func integer(
        _ function: PredicateFunction, _ first: Int64, _ second: Int64
    ) -> AttributeValue? {
        let result: (partialValue: Int64, overflow: Bool)
        switch function {
        case .add: result = first.addingReportingOverflow(second)
        case .subtract: result = first.subtractingReportingOverflow(second)
        case .multiply: result = first.multipliedReportingOverflow(by: second)
        case .divide:
            if second == 0 { return .null }
            result = first.dividedReportingOverflow(by: second)
        case .modulus:
            if second == 0 { return .null }
            result = (second == -1 ? 0 : first % second, false)
        case .bitwiseAnd: return .integer(first & second)
        case .bitwiseOr: return .integer(first | second)
        case .bitwiseXor: return .integer(first ^ second)
        case .leftShift: return .integer(first << second)
        case .rightShift: return .integer(first >> second)
        default: return nil
        }
        return result.overflow ? nil : .integer(result.partialValue)
    }

    private static func double(
        _ function: PredicateFunction, _ first: Double, _ second: Double
    ) -> AttributeValue {
        switch function {
        case .add: finite(first + second)
        case .subtract: finite(first - second)
        case .multiply: finite(first * second)
        case .divide: finite(second == 0 ? .nan : first / second)
        case .modulus: finite(second == 0 ? .nan : fmod(first, second))
        case .power: finite(pow(first, second))
        default:
            // Bit operations use the integral parts.
            if let first = Int64(exactly: first.rounded(.towardZero)),
                let second = Int64(exactly: second.rounded(.towardZero))
            {
                integer(function, first, second) ?? .null
            } else {
                .null
            }
        }
    }

    private static func unary(
        _ function: PredicateFunction, _ operand: StoredNumber
    ) -> AttributeValue {
        if case .integer(let number) = operand {
            switch function {
            case .ceiling, .floor, .truncate: return .integer(number)
            case .absolute where number != .min: return .integer(abs(number))
            case .complement: return .integer(~number)
            default: break
            }
        }
        let number = operand.double
        return switch function {
        case .ceiling: finite(number.rounded(.up))
        case .floor: finite(number.rounded(.down))
        case .truncate: finite(number.rounded(.towardZero))
        case .absolute: finite(abs(number))
        case .squareRoot: finite(number.squareRoot())
        case .naturalLogarithm: finite(Foundation.log(number))
        case .logarithm: finite(log10(number))
        case .exponential: finite(exp(number))
        case .complement:
            Int64(exactly: number.rounded(.towardZero)).map { .integer(~$0) } ?? .null
        default: .null
        }
    }

    private static func finite(_ number: Double) -> AttributeValue {
        number.isFinite ? .double(number) : .null
    }

    private static func finite(_ date: Date, plus seconds: Double) -> AttributeValue {
        let sum = date.timeIntervalSinceReferenceDate + seconds
        return sum.isFinite ? .date(Date(timeIntervalSinceReferenceDate: sum)) : .null
    }

    // MARK: Decimals

    /// Nil where the operands are not decimals.
    private static func decimal(
        _ function: PredicateFunction, _ operands: [AttributeValue]
    ) throws(FetchPredicateError) -> AttributeValue? {
        let numbers = operands.compactMap(\.exactDecimal)
        guard numbers.count == operands.count, let first = numbers.first else { return nil }
        let second = numbers.count > 1 ? numbers[1] : 0
        let result: Decimal
        switch function {
        case .add: result = first + second
        case .subtract: result = first - second
        case .multiply: result = first * second
        case .divide:
            if second == 0 { return .null }
            result = first / second
        case .modulus:
            if second == 0 { return .null }
            result = first - (first / second).rounded(.towardZero) * second
        case .absolute: result = first.magnitude
        case .floor: result = first.rounded(.down)
        case .ceiling: result = -(-first).rounded(.down)
        case .truncate: result = first.rounded(.towardZero)
        default: return nil
        }
        return result.isNaN ? .null : .decimal(result.rounded15)
    }

    // MARK: Dates and texts

    private static func date(
        _ function: PredicateFunction, _ operands: [AttributeValue]
    ) -> AttributeValue? {
        guard operands.count == 2 else { return nil }
        switch (function, operands[0], operands[1]) {
        case (.subtract, .date(let first), .date(let second)):
            return finite(
                first.timeIntervalSinceReferenceDate - second.timeIntervalSinceReferenceDate)
        case (.add, .date(let date), let number), (.add, let number, .date(let date)):
            guard let seconds = number.storedNumber?.double else { return nil }
            return finite(date, plus: seconds)
        case (.subtract, .date(let date), let number):
            guard let seconds = number.storedNumber?.double else { return nil }
            return finite(date, plus: -seconds)
        default:
            return nil
        }
    }

    private static func text(
        _ function: PredicateFunction, _ operand: AttributeValue
    ) throws(FetchPredicateError) -> AttributeValue {
        guard let text = operand.text else {
            throw FetchPredicateError("“\(function.rawValue)” needs a text.")
        }
        return switch function {
        case .uppercase: .string(text.uppercased())
        case .lowercase: .string(text.lowercased())
        case .canonical:
            .string(TextFolding.folded(text, [.caseInsensitive, .diacriticInsensitive]))
        case .searchable: .string(String(decoding: SearchFolding.folded(text), as: UTF8.self))
        // As in Core Data, in UTF-16 code units.
        default: .integer(Int64(text.utf16.count))
        }
    }
}

extension Decimal {
    fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> Decimal {
        var (source, result) = (self, Decimal())
        let isUp = rule == .towardZero && self < 0
        NSDecimalRound(&result, &source, 0, isUp ? .up : .down)
        return result
    }
}
