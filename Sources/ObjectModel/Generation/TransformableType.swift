/// The Swift type of a transformable attribute's values, after the class that a model names.
///
/// Models name classes of Foundation, whose values are Swift's here: lists, texts, index sets. Values go from
/// task to task, so that what may be anything is `any Sendable`.
struct TransformableType {
    /// The type as it stands in source.
    let swiftName: String
    /// Whether Foundation has to be imported for it.
    let needsFoundation: Bool

    /// Nil for a text that is not the spelling of a type.
    init?(_ text: String) {
        var parser = TypeParser(text)
        guard let name = parser.type(), parser.isAtEnd else { return nil }
        swiftName = name
        needsFoundation = parser.needsFoundation
    }

    fileprivate static let anything = "any Sendable"

    /// The types that stand for classes and protocols whose values others may change, or that are not on
    /// Linux.
    fileprivate static let substitutes: [String: String] = {
        var names = [
            "NSArray": "[any Sendable]", "NSOrderedSet": "[any Sendable]",
            "NSDictionary": "[String: any Sendable]", "NSString": "String", "NSData": "Data",
            "NSAttributedString": "AttributedString", "NSIndexSet": "IndexSet",
            "NSCharacterSet": "CharacterSet", "Error": "any Error", "NSInteger": "Int",
            "NSUInteger": "UInt", "NSTimeInterval": "TimeInterval", "NSDecimalNumber": "Decimal",
        ]
        for (name, type) in names where name.hasPrefix("NS") {
            names["NSMutable" + name.dropFirst(2)] = type
        }
        for type in [
            "Calendar", "Date", "DateComponents", "DateInterval", "IndexPath", "Locale",
            "PersonNameComponents", "TimeZone", "URL", "URLComponents", "URLQueryItem", "UUID",
        ] {
            names["NS" + type] = type
        }
        let others = [
            "Any", "AnyClass", "AnyHashable", "AnyObject", "ByteCountFormatter", "Codable",
            "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Hashable",
            "NSCoding",
            "NSCopying", "NSExpression", "NSMeasurement", "NSMutableSet", "NSMutableURLRequest",
            "NSNotification", "NSNumber", "NSObject", "NSObjectProtocol", "NSPredicate",
            "NSSecureCoding", "NSSet", "NSSortDescriptor", "NSURLRequest", "NSValue",
            "Notification",
            "Selector", "Sendable", "URLRequest", "id",
        ]
        for name in others { names[name] = anything }
        return names
    }()

    /// The types of Foundation that stand in source as models spell them, or for a class.
    fileprivate static let foundation: Set = [
        "AffineTransform", "AttributedString", "CGFloat", "CGPoint", "CGRect", "CGSize", "Calendar",
        "CharacterSet", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath",
        "IndexSet", "Locale", "Measurement", "NSError", "NSNull", "NSPoint", "NSRange", "NSRect",
        "NSRegularExpression", "NSSize", "PersonNameComponents", "TimeInterval", "TimeZone", "URL",
        "URLComponents", "URLQueryItem", "UUID",
    ]
}

/// Reads the spelling of a type, and puts the types in their places that stand for others.
private struct TypeParser {
    private static let greatestDepth = 16

    private var rest: Substring
    private var depth = 0
    private(set) var needsFoundation = false

    init(_ text: String) {
        rest = text[...]
        skipSpaces()
        // A point in front stands for the module that the model is in.
        _ = take(".")
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The type that comes next; nil if there is none.
    mutating func type() -> String? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.greatestDepth else { return nil }
        var type = take("[") ? collection() : named()
        while type != nil, take("?") { type = type.map(optional) }
        return type
    }

    private mutating func collection() -> String? {
        guard let member = type() else { return nil }
        if take("]") { return "[\(member)]" }
        guard take(":"), let value = type(), take("]") else { return nil }
        return dictionary(member, value)
    }

    private mutating func named() -> String? {
        guard var name = identifier() else { return nil }
        let isExistential = name == "any"
        if isExistential {
            guard let next = identifier() else { return nil }
            name = next
        }
        while take(".") {
            guard let part = identifier() else { return nil }
            name = ["Foundation", "Swift"].contains(name) ? part : "\(name).\(part)"
        }
        guard take("<") else { return plain(name, isExistential) }
        var arguments: [String] = []
        repeat {
            guard let argument = type() else { return nil }
            arguments.append(argument)
        } while take(",")
        return take(">") ? generic(name, arguments) : nil
    }

    private mutating func plain(_ name: String, _ isExistential: Bool) -> String {
        let type = TransformableType.substitutes[name]
        note(type ?? name)
        return type ?? (isExistential ? "any \(name) & Sendable" : escaped(name))
    }

    private mutating func generic(_ name: String, _ arguments: [String]) -> String {
        switch (name, arguments.count) {
        case ("Dictionary", 2), ("NSDictionary", 2), ("NSMutableDictionary", 2):
            return dictionary(arguments[0], arguments[1])
        case ("NSArray", 1), ("NSMutableArray", 1): return "[\(arguments[0])]"
        case ("Set", 1), ("NSSet", 1), ("NSMutableSet", 1):
            // Members of a set are of one type.
            return arguments[0] == TransformableType.anything
                ? TransformableType.anything : "Set<\(arguments[0])>"
        case ("Optional", 1): return optional(arguments[0])
        default:
            note(name)
            return "\(escaped(name))<\(arguments.joined(separator: ", "))>"
        }
    }

    /// Archives have dictionaries with texts for their keys.
    private func dictionary(_ key: String, _ value: String) -> String {
        "[\(key == TransformableType.anything ? "String" : key): \(value)]"
    }

    private func optional(_ type: String) -> String {
        type.hasPrefix("any ") ? "(\(type))?" : "\(type)?"
    }

    private func escaped(_ name: String) -> String {
        name.split(separator: ".").map { SwiftName.escaped(String($0)) }.joined(separator: ".")
    }

    private mutating func note(_ type: String) {
        if TransformableType.foundation.contains(type) { needsFoundation = true }
    }

    // MARK: - Characters

    private mutating func identifier() -> String? {
        skipSpaces()
        let name = String(
            String.UnicodeScalarView(
                rest.unicodeScalars.prefix { $0.properties.isXIDContinue }))
        guard SwiftName.isIdentifier(name) else { return nil }
        rest = Substring(rest.unicodeScalars.dropFirst(name.unicodeScalars.count))
        skipSpaces()
        return name
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        skipSpaces()
        return true
    }

    private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }
}
