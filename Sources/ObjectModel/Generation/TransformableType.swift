/// The Swift type of a transformable attribute's values, for the class in the model.
///
/// Foundation's classes become Swift's types: arrays, strings, index sets. Values cross tasks, so
/// an unknown type becomes `any Sendable`.
struct TransformableType {
    /// The type in source.
    let swiftName: String
    /// Whether the type needs Foundation.
    var needsFoundation: Bool { !names.isDisjoint(with: Self.foundation) }
    /// The names of the types in it.
    var names: Set<String> {
        Set(
            swiftName.split { ![".", "_"].contains($0) && !$0.isLetter && !$0.isNumber }
                .map(String.init))
    }

    /// Nil for a text that is not a valid type.
    init?(_ text: String) {
        var parser = TypeParser(text)
        guard let name = parser.type(), parser.isAtEnd else { return nil }
        swiftName = name
    }

    static let anything = "any Sendable"

    /// The replacement of a type's name; nil for a name that stays.
    ///
    /// A class with the prefix `NS` that the tables do not contain is missing on Linux, or not
    /// `Sendable`.
    fileprivate static func substitute(for name: String) -> String? {
        if let type = substitutes[name] { return type }
        if unshared.contains(name) || generic.contains(name) { return anything }
        let isFoundationClass =
            name.hasPrefix("NS") && name.dropFirst(2).first?.isUppercase == true
        return isFoundationClass && !foundation.contains(name) ? anything : nil
    }
}

/// Parses a type, and replaces its parts.
private struct TypeParser {
    private static let maximumDepth = 16
    /// Modules that are omitted in source.
    private static let modules: Set = ["CoreFoundation", "CoreGraphics", "Foundation", "Swift"]

    /// Words that are not types of values.
    private static let noTypes: Set = ["Protocol", "Self", "Type", "self"]

    private var rest: Substring
    private var depth = 0

    init(_ text: String) {
        rest = text[...]
        skipSpaces()
        // A leading point means the module of the model.
        _ = take(".")
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Parses the next type; nil if there is none.
    mutating func type() -> String? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { return nil }
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
            name = Self.modules.contains(name) ? part : "\(name).\(part)"
        }
        guard take("<") else { return plain(name, isExistential) }
        var arguments: [String] = []
        repeat {
            guard let argument = type() else { return nil }
            arguments.append(argument)
        } while take(",")
        return take(">") ? generic(name, arguments) : nil
    }

    private func plain(_ name: String, _ isExistential: Bool) -> String {
        let type = TransformableType.substitute(for: name)
        return type ?? (isExistential ? "any \(name) & Sendable" : escaped(name))
    }

    private func generic(_ name: String, _ arguments: [String]) -> String {
        let takesAnything = ["Array", "ArraySlice", "ContiguousArray", "Result"].contains(name)
        switch (name, arguments.count) {
        case ("Dictionary", 2), ("NSDictionary", 2), ("NSMutableDictionary", 2):
            return dictionary(arguments[0], arguments[1])
        case ("NSArray", 1), ("NSMutableArray", 1), ("NSOrderedSet", 1), ("NSMutableOrderedSet", 1):
            return "[\(arguments[0])]"
        case ("NSSet", 1), ("NSMutableSet", 1): return generic("Set", arguments)
        case ("Optional", 1): return optional(arguments[0])
        case _ where !TransformableType.generic.contains(name):
            return TransformableType.substitute(for: name) ?? applied(name, arguments)
        case _ where arguments.contains(TransformableType.anything) && !takesAnything:
            // Members of a set have one type, and so have the ends of a range.
            return TransformableType.anything
        default: return applied(name, arguments)
        }
    }

    private func applied(_ name: String, _ arguments: [String]) -> String {
        return "\(escaped(name))<\(arguments.joined(separator: ", "))>"
    }

    /// Dictionaries in archives have string keys.
    private func dictionary(_ key: String, _ value: String) -> String {
        "[\(key == TransformableType.anything ? "String" : key): \(value)]"
    }

    private func optional(_ type: String) -> String {
        type.hasPrefix("any ") ? "(\(type))?" : "\(type)?"
    }

    private func escaped(_ name: String) -> String {
        name.split(separator: ".").map { SwiftName.escaped(String($0)) }.joined(separator: ".")
    }

    // MARK: - Characters

    private mutating func identifier() -> String? {
        skipSpaces()
        let name = String(
            String.UnicodeScalarView(
                rest.unicodeScalars.prefix { $0.properties.isXIDContinue }))
        guard SwiftName.isIdentifier(name), !Self.noTypes.contains(name) else { return nil }
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
