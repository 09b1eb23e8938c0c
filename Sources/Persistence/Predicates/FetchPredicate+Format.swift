extension FetchPredicate {
    /// Parses a predicate in Core Data's format language.
    ///
    ///     try FetchPredicate(format: "itemName CONTAINS[cd] %@ AND valueInDollars > 50", text)
    ///
    /// - Parameters:
    ///   - format: the text. `%@` stands for a value, `%K` for a key path, `%d` and `%f` for
    ///     numbers, `$NAME` for a variable that is set later.
    ///   - arguments: the values of the `%` placeholders, in order; nil for no value.
    /// - Throws: `PredicateSyntaxError` with the position of the fault.
    public init(
        format: String, _ arguments: (any PredicateArgument)?...
    ) throws(PredicateSyntaxError) {
        try self.init(format: format, arguments: arguments)
    }

    /// Parses a predicate in Core Data's format language; see `init(format:_:)`.
    public init(
        format: String, arguments: [(any PredicateArgument)?]
    ) throws(PredicateSyntaxError) {
        var parser = try PredicateParser(format, arguments)
        self = try parser.predicate()
    }

    /// Parses a predicate and checks it against an entity, so that an unknown key or a value of the
    /// wrong type is reported with its position too.
    ///
    /// - Returns: the predicate as `resolved(for:in:)` returns it.
    /// - Throws: `PredicateSyntaxError` with the position of the fault.
    public static func parsing(
        _ format: String, arguments: [(any PredicateArgument)?] = [], for entity: EntityLayout,
        in model: ModelLayout
    ) throws(PredicateSyntaxError) -> FetchPredicate {
        var parser = try PredicateParser(format, arguments)
        let predicate = try parser.predicate()
        do throws(FetchPredicateError) {
            return try predicate.resolved(for: entity, in: model)
        } catch {
            let range = error.expression.flatMap { parser.ranges[$0] } ?? 0..<0
            throw parser.lexer.error(range, message: error.message)
        }
    }
}

extension FetchExpression {
    /// Parses an expression in Core Data's format language, such as `price * quantity`.
    ///
    /// - Throws: `PredicateSyntaxError` with the position of the fault.
    public init(
        format: String, _ arguments: (any PredicateArgument)?...
    ) throws(PredicateSyntaxError) {
        var parser = try PredicateParser(format, arguments)
        self = try parser.expression()
    }
}

/// A fault in the text of a predicate, with its position.
///
/// ```swift
/// do {
///     request.predicate = try FetchPredicate(format: text)
/// } catch {
///     print(error.excerpt)  // the line with the fault, and a ^ below it
/// }
/// ```
public struct PredicateSyntaxError: Error, Sendable, Hashable {
    /// The text of the predicate.
    public let format: String
    /// The position of the fault, in characters from the beginning of the text.
    public let offset: Int
    /// The number of faulty characters; 0 where something is missing.
    public let length: Int
    /// The expected words; nil for faults of another kind.
    public let expected: String?
    /// The word that was found there.
    public let found: String
    /// The fault as a sentence, without its position.
    public let message: String

    init(
        format: String, offset: Int, length: Int, expected: String? = nil, found: String = "",
        message: String? = nil
    ) {
        self.format = format
        self.offset = offset
        self.length = length
        self.expected = expected
        self.found = found
        self.message = message ?? "Expected \(expected ?? "something else"), found \(found)."
    }

    /// The faulty line of the text and, below it, a `^` for each faulty character.
    public var excerpt: String {
        let characters = Array(format)
        let position = min(offset, characters.count)
        let start = characters[..<position].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        let end = characters[position...].firstIndex(where: \.isNewline) ?? characters.count
        // Keeps the excerpt of a very long line readable.
        let left = max(start, position - 60)
        let right = min(end, position + 60)
        let marks = max(1, min(length, right - position))
        return String(characters[left..<right]) + "\n"
            + String(repeating: " ", count: position - left) + String(repeating: "^", count: marks)
    }
}

extension PredicateSyntaxError: CustomStringConvertible {
    public var description: String {
        "\(message) At character \(offset + 1):\n\(excerpt)"
    }
}
