import Foundation
import ObjectModel

extension AttributeType {
    /// The type's number in archives.
    var code: Int {
        switch self {
        case .undefined: 0
        case .integer16: 100
        case .integer32: 200
        case .integer64: 300
        case .decimal: 400
        case .double: 500
        case .float: 600
        case .string: 700
        case .boolean: 800
        case .date: 900
        case .binaryData: 1000
        case .uuid: 1100
        case .uri: 1200
        case .transformable: 1800
        case .objectID: 2000
        case .composite: 2100
        }
    }

    /// Nil for an unknown number.
    init?(code: Int) {
        guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = type
    }

    /// The class of the values in archives.
    var valueClassName: String? {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .binaryData: "NSData"
        case .uuid: "NSUUID"
        case .uri: "NSURL"
        case .undefined, .transformable, .objectID, .composite: nil
        }
    }
}

extension DeleteRule {
    /// The rule's number in archives.
    var code: Int {
        switch self {
        case .noAction: 0
        case .nullify: 1
        case .cascade: 2
        case .deny: 3
        }
    }

    /// Nil for an unknown number.
    init?(code: Int) {
        guard let rule = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = rule
    }
}

/// The bits of `NSFlagsKey`.
struct ModelCacheFlags: OptionSet {
    let rawValue: Int
    static let external = ModelCacheFlags(rawValue: 4)
    static let preserved = ModelCacheFlags(rawValue: 16)

    /// The key of *Index in Spotlight*, which is not Apple's; readers of archives ignore unknown
    /// keys.
    static let spotlightKey = "PersistenceIsIndexedBySpotlight"
}

/// The flags of a property, which archives contain both as keys and as one number.
struct PropertyBits {
    var isOptional: Bool
    var isTransient: Bool
    var isIndexed = false
    var isOrdered = false

    var members: [String: PropertyListValue] {
        let number =
            (isIndexed ? 113 : 241) + (isOptional ? 2 : 0) + (isTransient ? 8 : 0)
            + (isOrdered ? 1024 : 0)
        var members: [String: PropertyListValue] = ["_P": .integer(Int64(number))]
        if isOptional { members["NSIsOptional"] = .boolean(true) }
        if isTransient { members["NSIsTransient"] = .boolean(true) }
        if isIndexed { members["NSIsIndexed"] = .boolean(true) }
        if isOrdered { members["NSIsOrdered"] = .boolean(true) }
        return members
    }
}

/// The rules of an attribute that archives contain as predicates.
enum ValidationRule {
    /// Converts a predicate to a minimum or maximum, a length or a pattern. Returns whether it is
    /// one of these.
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
