public import Foundation

// Only Apple's Foundation has these two in `#Predicate`, but the macro calls functions of these
// names on every system.
extension PredicateExpressions {
    /// `text.localizedStandardContains(other)` in `#Predicate`: ignores case and accents.
    public struct StringLocalizedStandardContains<
        Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
        public typealias Output = Bool

        /// The text.
        public let root: Root
        /// The text to find.
        public let other: Other

        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            let predicate = FetchExpression.evaluatedObject.contains(
                String(try other.evaluate(bindings)), [.caseInsensitive, .diacriticInsensitive])
            return try predicate.evaluate(
                with: AttributeValue.string(String(try root.evaluate(bindings))))
        }
    }

    /// `text.caseInsensitiveCompare(other)` in `#Predicate`.
    public struct StringCaseInsensitiveCompare<
        Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
        public typealias Output = ComparisonResult

        /// The text on the left.
        public let root: Root
        /// The text on the right.
        public let other: Other

        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            let first = AttributeValue.string(String(try root.evaluate(bindings)))
            let second = AttributeValue.string(String(try other.evaluate(bindings)))
            return ValueComparison.order(first, second, .caseInsensitive) ?? .orderedSame
        }
    }

    /// Called by the macro for `text.localizedStandardContains(other)`.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }

    /// Called by the macro for `text.localizedStandardContains(other)` with an optional text.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_localizedStandardContains<Root, Text: StringProtocol, Other>(
        _ root: Root, _ other: Other
    ) -> NilCoalesce<
        OptionalFlatMap<Root, Text, StringLocalizedStandardContains<Variable<Text>, Other>, Bool>,
        Value<Bool>
    > where Root.Output == Text? {
        build_NilCoalesce(
            lhs: build_flatMap(root) { build_localizedStandardContains($0, other) },
            rhs: build_Arg(false))
    }

    /// Called by the macro for `text.caseInsensitiveCompare(other)`.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension Optional where Wrapped: StringProtocol {
    /// Whether there is a text that contains another, ignoring case and accents.
    ///
    /// Generated properties are optional for required texts too, and so need no unwrapping in a
    /// `#Predicate`.
    public func localizedStandardContains<Other: StringProtocol>(_ other: Other) -> Bool {
        self?.localizedStandardContains(other) ?? false
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .textOrder(
            try converter.expression(root), try converter.expression(other), .caseInsensitive)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.compare(
            root, .contains, other, options: [.caseInsensitive, .diacriticInsensitive])
    }
}
