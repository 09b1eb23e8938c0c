extension FetchPredicate {
    /// Reads a predicate in the format language of Core Data.
    ///
    ///     try FetchPredicate(format: "itemName CONTAINS[cd] %@ AND valueInDollars > 50", text)
    ///
    /// - Parameters:
    ///   - format: the text. `%@` stands for a value, `%K` for a key path, `%d` and `%f` for
    ///     numbers, `$NAME` for a variable that is given a value later.
    ///   - arguments: what the signs with `%` stand for, in order; nil for no value.
    /// - Throws: `PredicateSyntaxError` with the place of the fault.
    public init(
        format: String, _ arguments: (any PredicateArgument)?...
    ) throws(PredicateSyntaxError) {
        try self.init(format: format, arguments: arguments)
    }

    /// Reads a predicate in the format language of Core Data; see `init(format:_:)`.
    public init(
        format: String, arguments: [(any PredicateArgument)?]
    ) throws(PredicateSyntaxError) {
        var parser = try PredicateParser(format, arguments)
        self = try parser.predicate()
    }

    /// Reads a predicate and checks it against an entity, so that an unknown key or a value of the
    /// wrong type is reported with its place in the text as well.
    ///
    /// - Returns: the predicate as `resolved(for:in:)` makes it.
    /// - Throws: `PredicateSyntaxError` with the place of the fault.
    public static func parsing(
        _ format: String, arguments: [(any PredicateArgument)?] = [], for entity: EntityLayout,
        in model: ModelLayout
    ) throws(PredicateSyntaxError) -> FetchPredicate {
        var parser = try PredicateParser(format, arguments)
        let predicate = try parser.predicate()
        do throws(FetchPredicateError) {
            return try predicate.resolved(for: entity, in: model)
        } catch {
            let range = error.expression.flatMap { parser.places[$0] } ?? 0..<0
            throw parser.lexer.error(range, message: error.message)
        }
    }
}

extension FetchExpression {
    /// Reads an expression in the format language of Core Data: `price * quantity`.
    ///
    /// - Throws: `PredicateSyntaxError` with the place of the fault.
    public init(
        format: String, _ arguments: (any PredicateArgument)?...
    ) throws(PredicateSyntaxError) {
        var parser = try PredicateParser(format, arguments)
        self = try parser.expression()
    }
}
