import Foundation
import ObjectModel

/// The rules that a model has for the values of an attribute.
struct AttributeRules {
    /// A rule that a value breaks.
    struct Violation {
        let code: ValidationFault.Code
        let reason: String
    }

    let attribute: AttributeDescription

    init(_ attribute: AttributeDescription) {
        self.attribute = attribute
    }

    /// Every rule that a value breaks; none for no value.
    func violations(by value: AttributeValue) -> [Violation] {
        switch value {
        case .integer(let value): integerViolations(value)
        case .double(let value): doubleViolations(value)
        case .decimal(let value): decimalViolations(value)
        case .string(let value): stringViolations(value)
        case .date(let value): dateViolations(value)
        default: []
        }
    }

    private var name: String { attribute.name }

    // MARK: - Numbers

    private func integerViolations(_ value: Int64) -> [Violation] {
        let range: ClosedRange<Int64> =
            switch attribute.attributeType {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            default: Int64.min...Int64.max
            }
        if value > range.upperBound { return [tooLarge("\(range.upperBound)")] }
        if value < range.lowerBound { return [tooSmall("\(range.lowerBound)")] }
        return bounds(Decimal(value))
    }

    private func doubleViolations(_ value: Double) -> [Violation] {
        guard value.isFinite else {
            return [
                Violation(code: .managedObjectValidation, reason: "\(name) is not a finite number")
            ]
        }
        if let maximum = attribute.maxValueString, let limit = Double(maximum), value > limit {
            return [tooLarge(maximum)]
        }
        if let minimum = attribute.minValueString, let limit = Double(minimum), value < limit {
            return [tooSmall(minimum)]
        }
        return []
    }

    /// The column of a decimal keeps 15 significant digits; more would be rounded without a word.
    private func decimalViolations(_ value: Decimal) -> [Violation] {
        guard value.isFinite else {
            return [
                Violation(code: .managedObjectValidation, reason: "\(name) is not a finite number")
            ]
        }
        let digits = value.significantDigitCount
        if digits > 15 {
            return [
                Violation(
                    code: .managedObjectValidation,
                    reason: "\(name) has \(digits) significant digits, at most 15 are kept exactly")
            ]
        }
        return bounds(value)
    }

    private func bounds(_ value: Decimal) -> [Violation] {
        if let maximum = attribute.maxValueString, let limit = Decimal(posix: maximum),
            value > limit
        {
            return [tooLarge(maximum)]
        }
        if let minimum = attribute.minValueString, let limit = Decimal(posix: minimum),
            value < limit
        {
            return [tooSmall(minimum)]
        }
        return []
    }

    private func tooLarge(_ limit: String) -> Violation {
        Violation(code: .numberTooLarge, reason: "\(name) is too large: at most \(limit)")
    }

    private func tooSmall(_ limit: String) -> Violation {
        Violation(code: .numberTooSmall, reason: "\(name) is too small: at least \(limit)")
    }

    // MARK: - Dates and strings

    private func dateViolations(_ value: Date) -> [Violation] {
        guard value.timeIntervalSinceReferenceDate.isFinite else {
            return [Violation(code: .invalidDate, reason: "\(name) is not a date")]
        }
        if let latest = attribute.maxDate, value > latest {
            return [
                Violation(
                    code: .dateTooLate, reason: "\(name) is too late: at most \(latest.iso8601)")
            ]
        }
        if let earliest = attribute.minDate, value < earliest {
            return [
                Violation(
                    code: .dateTooSoon,
                    reason: "\(name) is too soon: at least \(earliest.iso8601)")
            ]
        }
        return []
    }

    private func stringViolations(_ value: String) -> [Violation] {
        var violations: [Violation] = []
        if let maximum = attribute.maxValueString.flatMap({ Int($0) }), value.count > maximum {
            violations.append(
                Violation(
                    code: .stringTooLong,
                    reason: "\(name) is too long: at most \(maximum) characters"))
        }
        if let minimum = attribute.minValueString.flatMap({ Int($0) }), value.count < minimum {
            violations.append(
                Violation(
                    code: .stringTooShort,
                    reason: "\(name) is too short: at least \(minimum) characters"))
        }
        if let pattern = attribute.regularExpression, !pattern.isEmpty,
            !PatternCache.shared.matches(value, pattern)
        {
            violations.append(
                Violation(
                    code: .stringPatternMatching, reason: "\(name) does not match its pattern"))
        }
        return violations
    }
}

extension Decimal {
    /// A number as model files and stores spell it.
    init?(posix text: String) {
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }

    /// The number of digits from the first to the last that is not zero.
    var significantDigitCount: Int {
        "\(self)".filter(\.isNumber).drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
    }
}

extension Date {
    var iso8601: String { formatted(.iso8601) }
}
