import Foundation
import ObjectModel

/// The rules of an attribute that archives hold as predicates.
enum ValidationRule {
    /// Takes a predicate over as a least or greatest value, a length or a pattern. Returns whether
    /// it is one of these.
    static func apply(_ format: String, to attribute: inout AttributeDescription) -> Bool {
        let parts = format.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3 else { return false }
        switch (parts[0], parts[1], attribute.attributeType) {
        case ("SELF", ">=", .date): attribute.minDate = date(parts[2])
        case ("SELF", "<=", .date): attribute.maxDate = date(parts[2])
        case ("length", ">=", .string), ("SELF", ">=", _): attribute.minValueString = parts[2]
        case ("length", "<=", .string), ("SELF", "<=", _): attribute.maxValueString = parts[2]
        case ("SELF", "MATCHES", .string):
            attribute.regularExpression = unquoted(parts[2])
        default: return false
        }
        return true
    }

    private static func date(_ text: String) -> Date? {
        let number = text.drop { $0 != "(" }.dropFirst().prefix { $0 != "," }
        return Double(number).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\"") else { return text }
        var plain = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\" && !isEscaped {
                isEscaped = true
            } else {
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }
}
