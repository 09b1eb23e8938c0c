/// A fault of a predicate that only shows beside a model or a record: an unknown key, a value of the
/// wrong type, an operation that the values do not have.
public struct FetchPredicateError: Error, Sendable, Hashable {
    /// The fault in a sentence.
    public let message: String
    /// The part of the predicate that is at fault, if it is one part.
    public let expression: FetchExpression?

    init(_ message: String, at expression: FetchExpression? = nil) {
        self.message = message
        self.expression = expression
    }
}

extension FetchPredicateError: CustomStringConvertible {
    public var description: String { message }
}
