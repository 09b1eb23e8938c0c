public import Foundation

/// Converts expressions of Foundation's `#Predicate`.
struct PredicateConverter {
    let model: ModelLayout
    /// The meaning of the variables of the enclosing closures.
    private var variables: [PredicateExpressions.VariableID: FetchExpression] = [:]
    /// The captured values that the variables of the enclosing closures stand for.
    private var captured = PredicateBindings()
    private var capturedVariables: Set<PredicateExpressions.VariableID> = []
    /// The number of enclosing closures that have a variable.
    private var depth = 0

    init(model: ModelLayout) {
        self.model = model
    }

    enum Converted {
        case expression(FetchExpression)
        case predicate(FetchPredicate)
        /// A condition on an optional value; it is nil if the value is.
        case optionalPredicate(FetchPredicate, over: FetchExpression)
        /// The result of a comparison of two texts: less than, equal to or greater than.
        case textOrder(FetchExpression, FetchExpression, FetchComparison.Options)
    }

    func converted(_ node: any PredicateExpression) throws(FetchPredicateError) -> Converted {
        guard let convertible = node as? any PredicateExpressionConvertible else {
            throw FetchPredicateError("#Predicate: \(Self.name(of: node)) cannot be fetched by.")
        }
        // A forced unwrap of nil is nil here.
        if convertible.isCaptured(by: self), !(node is any ForcedUnwrapping) {
            return .expression(try FetchExpression(captured: try value(of: convertible)))
        }
        return try convertible.converted(by: self)
    }

    /// Converts a node to a value.
    func expression(_ node: any PredicateExpression) throws(FetchPredicateError) -> FetchExpression
    {
        switch try converted(node) {
        case .expression(let expression):
            return expression
        case .predicate(let predicate):
            return .conditional(predicate, .constant(.boolean(true)), .constant(.boolean(false)))
        case .optionalPredicate(let predicate, let value):
            return .conditional(
                value == nil, .constant(.null),
                .conditional(predicate, .constant(.boolean(true)), .constant(.boolean(false))))
        case .textOrder:
            throw FetchPredicateError(
                "#Predicate: the outcome of comparing texts can only be compared with a constant.")
        }
    }

    /// Converts a node to a condition.
    func predicate(_ node: any PredicateExpression) throws(FetchPredicateError) -> FetchPredicate {
        switch try converted(node) {
        case .predicate(let predicate): return predicate
        case .optionalPredicate(let predicate, let value): return value != nil && predicate
        case .expression(.constant(.boolean(let value))): return .constant(value)
        case .expression(let expression): return expression == true
        case .textOrder:
            throw FetchPredicateError(
                "#Predicate: the result of comparing texts is not a condition.")
        }
    }

    /// The comparison of two expressions.
    func compare(
        _ left: any PredicateExpression, _ op: FetchComparison.Operator,
        _ right: any PredicateExpression, options: FetchComparison.Options = []
    ) throws(FetchPredicateError) -> Converted {
        let (left, right) = (try expression(left), try expression(right))
        let comparison = FetchComparison(left, op, right, options: options)
        return .predicate(FetchPredicate.comparison(comparison).decided)
    }

    func value(
        of variable: PredicateExpressions.VariableID
    ) throws(FetchPredicateError) -> FetchExpression {
        guard let expression = variables[variable] else {
            throw FetchPredicateError("#Predicate: a variable of another predicate is used.")
        }
        return expression
    }

    /// The converter inside a closure.
    func binding(
        _ variable: PredicateExpressions.VariableID, to expression: FetchExpression
    ) -> PredicateConverter {
        var inner = self
        inner.variables[variable] = expression
        return inner
    }

    /// The converter inside a closure over a captured value.
    func binding<Value>(
        _ variable: PredicateExpressions.Variable<Value>, toCaptured value: Value
    ) -> PredicateConverter {
        var inner = self
        inner.captured[variable] = value
        inner.capturedVariables.insert(variable.key)
        return inner
    }

    /// Whether a part has a value without a record.
    func isCaptured(_ node: any PredicateExpression) -> Bool {
        (node as? any PredicateExpressionConvertible)?.isCaptured(by: self) ?? false
    }

    func isCaptured(_ variable: PredicateExpressions.VariableID) -> Bool {
        capturedVariables.contains(variable)
    }

    /// The value of a part that needs no record; nil for others.
    func value<Node: PredicateExpression>(
        ofCaptured node: Node
    ) throws(FetchPredicateError) -> Node.Output? {
        isCaptured(node) ? try value(of: node) : nil
    }

    private func value<Node: PredicateExpression>(
        of node: Node
    ) throws(FetchPredicateError) -> Node.Output {
        do {
            return try node.evaluate(captured)
        } catch {
            throw FetchPredicateError("#Predicate: a captured value cannot be read: \(error)")
        }
    }

    /// The converter inside a closure over the members of a collection, with the name of the
    /// member's variable.
    func enumerating(
        _ variable: PredicateExpressions.VariableID
    ) -> (converter: PredicateConverter, name: String) {
        let name = "member\(depth == 0 ? "" : String(depth + 1))"
        var inner = binding(variable, to: .variable(name))
        inner.depth += 1
        return (inner, name)
    }

    /// The members of a collection that satisfy a condition.
    func subquery(
        _ sequence: any PredicateExpression, _ variable: PredicateExpressions.VariableID,
        _ test: any PredicateExpression, negated: Bool = false
    ) throws(FetchPredicateError) -> FetchExpression {
        let collection = try expression(sequence)
        if case .aggregate = collection {
            throw FetchPredicateError(
                "#Predicate: of a captured list, only “contains” and “allSatisfy” take a closure.")
        }
        let (inner, name) = enumerating(variable)
        let predicate = try inner.predicate(test)
        return .subquery(
            collection: collection, variable: name,
            predicate: negated ? .not(predicate) : predicate)
    }

    /// The name of the property at a key path.
    func key(_ keyPath: AnyKeyPath) throws(FetchPredicateError) -> String {
        if let objectClass = type(of: keyPath).rootType as? ManagedObject.Type {
            if let name = model.key(of: keyPath, in: objectClass) { return name }
            if model.entity(of: objectClass) == nil {
                throw FetchPredicateError("#Predicate: \(ModelLayout.absence(of: objectClass)).")
            }
        }
        throw FetchPredicateError(
            "#Predicate: there is no attribute or relationship behind the key path "
                + "\(model.spelling(of: keyPath)).")
    }

    /// What a node is written as; for one that is not known, the type's name without its generic
    /// arguments: `Conjunction`.
    private static func name(of node: any PredicateExpression) -> String {
        let name = String(reflecting: type(of: node))
        let plain = name.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? name
        return spellings[plain] ?? plain
    }

    private static let spellings = [
        "CollectionRangeSubscript": "the elements in a range of indices",
        "ConditionalCast": "a part after “as?”",
        "ForceCast": "a part after “as!”",
        "StringContainsRegex": "a Regex (a format string has MATCHES)",
    ]
}

extension FetchPredicate {
    /// The result of a comparison of constants; other predicates as they are.
    var decided: FetchPredicate {
        guard case .comparison(let comparison) = self, case .constant = comparison.left,
            case .constant = comparison.right,
            let isTrue = try? evaluate(with: AttributeValue.null)
        else { return self }
        return .constant(isTrue)
    }
}

/// An expression of Foundation's that can be converted.
protocol PredicateExpressionConvertible: PredicateExpression {
    typealias Converted = PredicateConverter.Converted

    /// Whether it has a value without a record: a captured value, or a member or element of one.
    func isCaptured(by converter: PredicateConverter) -> Bool

    /// Converts it, if it has no value without a record.
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted
}

extension PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool { false }
}

extension FetchPredicate {
    /// Converts a predicate that `#Predicate` made.
    ///
    ///     try FetchPredicate(#Predicate<Item> { $0.valueInDollars > 50 }, in: model)
    ///
    /// Comparisons have the meaning of a fetch: texts are compared by bytes, nothing is less or
    /// greater than a missing value, and a forced unwrap of one makes its comparison false.
    ///
    /// - Parameter model: the layout of the classes' model, from a coordinator.
    /// - Throws: `FetchPredicateError` with the part that a fetch cannot express.
    public init<Object: ManagedObject>(
        _ predicate: Foundation.Predicate<Object>, in model: ModelLayout
    ) throws(FetchPredicateError) {
        let converter = PredicateConverter(model: model)
            .binding(predicate.variable.key, to: .evaluatedObject)
        self = try converter.predicate(predicate.expression)
    }
}

extension FetchSortDescriptor {
    /// Converts a `SortDescriptor` of Foundation's. Texts are ordered by Unicode code point, or in
    /// natural order with `localizedStandard`.
    ///
    /// - Parameter model: the layout of the classes' model.
    /// - Throws: `FetchPredicateError` if the key path leads to no attribute.
    public init<Object: ManagedObject>(
        _ descriptor: SortDescriptor<Object>, in model: ModelLayout
    ) throws(FetchPredicateError) {
        guard let keyPath = descriptor.keyPath else {
            throw FetchPredicateError("The order of \(Object.self) is not by a key path.")
        }
        guard let name = model.key(of: keyPath, in: Object.self) else {
            throw FetchPredicateError(
                "There is no attribute to sort by behind the key path "
                    + "\(model.spelling(of: keyPath)).")
        }
        self.init(
            name, ascending: descriptor.order == .forward,
            comparison: LocalizedStandardText.isEnd(of: keyPath) ? .localizedStandard : .plain)
    }
}

extension ManagedObject: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.object(objectID)) }
}
