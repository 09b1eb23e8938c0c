public import Foundation

extension FetchPredicate {
    /// A predicate that `#Predicate` made.
    ///
    ///     try FetchPredicate(#Predicate<Item> { $0.valueInDollars > 50 }, in: model)
    ///
    /// Comparisons have the meaning of a fetch: texts are equal if their bytes are, nothing is less
    /// or greater than a missing value, and a forced unwrap of one makes its comparison false.
    ///
    /// - Parameter model: the layout of the model whose classes the predicate is about; a
    ///   coordinator has it.
    /// - Throws: `FetchPredicateError` that names the part which a fetch cannot express.
    public init<Object: ManagedObject>(
        _ predicate: Foundation.Predicate<Object>, in model: ModelLayout
    ) throws(FetchPredicateError) {
        let converter = PredicateConverter(model: model)
            .binding(predicate.variable.key, to: .evaluatedObject)
        self = try converter.predicate(predicate.expression)
    }
}

extension FetchSortDescriptor {
    /// An order that Foundation's `SortDescriptor` describes; texts by Unicode code point, or as a person expects
    /// it where the key path ends in `localizedStandard`.
    ///
    /// - Parameter model: the layout of the model whose classes the order is about.
    /// - Throws: `FetchPredicateError` if there is no attribute behind its key path.
    public init<Object: ManagedObject>(
        _ descriptor: SortDescriptor<Object>, in model: ModelLayout
    ) throws(FetchPredicateError) {
        guard let keyPath = descriptor.keyPath, let name = model.key(of: keyPath, in: Object.self)
        else {
            throw FetchPredicateError("The order is not by an attribute of \(Object.self).")
        }
        self.init(
            name, ascending: descriptor.order == .forward,
            comparison: LocalizedStandardText.isEnd(of: keyPath) ? .localizedStandard : .plain)
    }
}

extension ManagedObject: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.object(objectID)) }
}
