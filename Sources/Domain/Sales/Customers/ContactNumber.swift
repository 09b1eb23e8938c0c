import Foundation
public import Persistence

/// A telephone number, detached from its context.
public struct ContactNumber: Sendable, Hashable {
    /// `mobile`, `work`; nil for none.
    public var label: String?
    /// The number as entered, in plain characters.
    public let number: String

    /// - Parameter number: the number, in any similar characters.
    public init(_ number: String, label: String? = nil) {
        self.number = Self.plain(number)
        self.label = label
    }
}

extension ContactNumber {
    /// The text with similar characters replaced by plain ones: no-break spaces, dashes, digits of
    /// all scripts, full width. Marks of text direction and a scheme are removed:
    /// `tel:+49-171-1234567;ext=5` becomes `+49-171-1234567 x5`.
    public static func plain(_ text: String) -> String {
        let text = withoutScheme(text)
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
        var plain = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            if let digit = CardDigits.digit(scalar) {
                plain.append(Unicode.Scalar(48 + digit))
            } else if scalar.properties.isWhitespace {
                plain.append(" ")
            } else if isDash(scalar) {
                plain.append("-")
            } else if !scalar.isUnseen, !CardDigits.isInvisible(scalar) {
                plain.append(scalar)
            }
        }
        return String(plain).trimmingCharacters(in: .whitespaces)
    }

    /// Whether it has the form that the model requires: at least three digits, usual separators,
    /// and an extension.
    public var isNumber: Bool {
        let main = number.prefix { !"xXeE".contains($0) }
        let rest = number.dropFirst(main.count).lowercased()
        guard (3...40).contains(number.count), let first = main.first,
            "+(0123456789".contains(first), main.allSatisfy({ "0123456789 ()./+-".contains($0) }),
            number.count(where: \.isNumber) >= 3
        else { return false }
        guard !rest.isEmpty else { return true }
        let digits = rest.drop { "ext. ".contains($0) }
        return rest.hasPrefix("x") || rest.hasPrefix("ext")
            ? (1...10).contains(digits.count) && digits.allSatisfy { "0123456789".contains($0) }
            : false
    }

    /// Whether its digits may be a card number; international numbers are exempt.
    public var mayBeCard: Bool {
        !Customer.isInternationalNumber(number) && CardNumber.looksLikeCardNumber(number)
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        // The minus sign, and the dash of Japanese keyboards.
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
            || scalar == "\u{30FC}"
    }

    /// The number of a tel URI (RFC 3966).
    private static func withoutScheme(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.lowercased().hasPrefix("tel:") else { return text }
        let parts = text.dropFirst("tel:".count).split(separator: ";")
        let number = parts.first.map(String.init) ?? ""
        let ending = parts.first { $0.lowercased().hasPrefix("ext=") }
        return number + (ending.map { " x\($0.dropFirst("ext=".count))" } ?? "")
    }
}

extension ContactNumber {
    /// Parses a line of a form: `mobile: +49 171 1234567`, or the number alone.
    public init(line: Substring) {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard let colon = line.firstIndex(of: ":"), !line.lowercased().hasPrefix("tel:") else {
            self.init(line)
            return
        }
        let label = line[..<colon].trimmingCharacters(in: .whitespaces)
        self.init(
            line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
            label: label.isEmpty ? nil : label)
    }

    /// The line in a form.
    public var line: String { label.map { "\($0): \(number)" } ?? number }
}

/// A further number of a customer.
public final class CustomerNumber: ManagedObject {
    override public func willSave() {
        guard let customer, !isDeleted, !customer.isDeleted else { return }
        customer.takeFurtherDigits()
    }

    /// The customer notices the deletion only if the numbers are loaded.
    override public func prepareForDeletion() {
        _ = customer?.numbers.count
    }
}
