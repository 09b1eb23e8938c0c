import Foundation
import ObjectModel

/// The model's validation rules for an attribute.
struct AttributeRules: Sendable {
    struct Violation {
        let code: ValidationFault.Code
        let reason: String
    }

    private let name: String
    /// The range of an integer type.
    private let typeRange: ClosedRange<Int64>
    private let isWhole: Bool
    private let minimum: NumberBound?
    private let maximum: NumberBound?
    private let minimumLength: Int?
    private let maximumLength: Int?
    private let pattern: String?
    private let earliest: Date?
    private let latest: Date?

    init(_ attribute: AttributeDescription) {
        name = attribute.name
        typeRange =
            switch attribute.attributeType {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            default: Int64.min...Int64.max
            }
        isWhole = [.integer16, .integer32, .integer64].contains(attribute.attributeType)
        let isString = attribute.attributeType == .string
        minimum = isString ? nil : attribute.minValueString.flatMap(NumberBound.init)
        maximum = isString ? nil : attribute.maxValueString.flatMap(NumberBound.init)
        minimumLength = isString ? attribute.minValueString.flatMap { Int($0) } : nil
        maximumLength = isString ? attribute.maxValueString.flatMap { Int($0) } : nil
        pattern = attribute.regularExpression.flatMap { $0.isEmpty ? nil : $0 }
        earliest = attribute.minDate
        latest = attribute.maxDate
    }

    /// Every rule that a value breaks; none for null.
    func violations(by value: AttributeValue) -> [Violation] {
        if let violation = typeViolation(by: value) { return [violation] }
        return switch value {
        case .integer(let value): integerViolations(value)
        case .double(let value): bounds(value)
        case .decimal(let value): decimalViolations(value)
        case .string(let value): stringViolations(value)
        case .date(let value): dateViolations(value)
        default: []
        }
    }

    /// The violation of the type's own limits; nil if there is none.
    func typeViolation(by value: AttributeValue) -> Violation? {
        switch value {
        case .integer(let value) where value > typeRange.upperBound:
            tooLarge("\(typeRange.upperBound)")
        case .integer(let value) where value < typeRange.lowerBound:
            tooSmall("\(typeRange.lowerBound)")
        case .double(let value) where isWhole && !value.isNaN: wholeViolation(value)
        case .double(let value) where !value.isFinite: notFinite
        case .decimal(let value) where !value.isFinite: notFinite
        case .date(let value) where !value.timeIntervalSinceReferenceDate.isFinite:
            Violation(code: .invalidDate, reason: "\(name) is not a date")
        default: nil
        }
    }

    /// A computed number is stored without its fraction.
    private func wholeViolation(_ value: Double) -> Violation? {
        let whole = value.rounded(.towardZero)
        if whole > Double(typeRange.upperBound) || whole >= 0x1p63 {
            return tooLarge("\(typeRange.upperBound)")
        }
        return whole < Double(typeRange.lowerBound) ? tooSmall("\(typeRange.lowerBound)") : nil
    }

    private var notFinite: Violation {
        Violation(code: .managedObjectValidation, reason: "\(name) is not a finite number")
    }

    // MARK: - Numbers

    private func integerViolations(_ value: Int64) -> [Violation] {
        // A double represents small integers exactly, and is faster than a decimal.
        if value.magnitude < 1 << 53 { return bounds(Double(value)) }
        return bounds(Decimal(value))
    }

    /// A decimal column keeps 15 significant digits; more would be rounded silently.
    private func decimalViolations(_ value: Decimal) -> [Violation] {
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
        // Outside the range of decimals, the sign decides.
        if let maximum, maximum.decimal.map({ value > $0 }) ?? (maximum.double < 0) {
            return [tooLarge(maximum.text)]
        }
        if let minimum, minimum.decimal.map({ value < $0 }) ?? (minimum.double > 0) {
            return [tooSmall(minimum.text)]
        }
        return []
    }

    private func bounds(_ value: Double) -> [Violation] {
        if let maximum, value > maximum.double { return [tooLarge(maximum.text)] }
        if let minimum, value < minimum.double { return [tooSmall(minimum.text)] }
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
        if let latest, value > latest {
            return [
                Violation(
                    code: .dateTooLate, reason: "\(name) is too late: at most \(latest.iso8601)")
            ]
        }
        if let earliest, value < earliest {
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
        if let maximum = maximumLength, value.count > maximum {
            violations.append(
                Violation(
                    code: .stringTooLong,
                    reason: "\(name) is too long: at most \(maximum.of("character"))"))
        }
        if let minimum = minimumLength, value.count < minimum {
            violations.append(
                Violation(
                    code: .stringTooShort,
                    reason: "\(name) is too short: at least \(minimum.of("character"))"))
        }
        if let pattern, let reason = mismatch(of: value, with: pattern) {
            violations.append(Violation(code: .stringPatternMatching, reason: reason))
        }
        return violations
    }

    /// The reason why a text does not match; nil if it does.
    private func mismatch(of value: String, with pattern: String) -> String? {
        do {
            return try RegularExpressions.shared.matches(value, pattern, [])
                ? nil : "\(name) does not match its pattern"
        } catch {
            return "\(name) cannot be compared with its pattern: \(error)"
        }
    }
}

extension Decimal {
    /// Parses a number as model files and stores write it.
    init?(posix text: String) {
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }

    /// The number of digits from the first nonzero to the last nonzero one.
    var significantDigitCount: Int {
        "\(self)".filter(\.isNumber).drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
    }
}

extension Date {
    var iso8601: String { formatted(.iso8601) }
}

extension Int {
    fileprivate func of(_ unit: String) -> String {
        self == 1 ? "1 \(unit)" : "\(self) \(unit)s"
    }
}
