/// Something that has a value for a record.
public indirect enum FetchExpression: Sendable, Hashable {
    /// A value.
    case constant(AttributeValue)
    /// Several values: the right side of IN and BETWEEN.
    case aggregate([FetchExpression])
    /// The record itself: `SELF`.
    case evaluatedObject
    /// The value at a key path of the record; may end in a collection operator (`@count`,
    /// `lines.@sum.price`).
    case keyPath([String])
    /// The value at a key path of another expression's value.
    case keyPathOf(FetchExpression, [String])
    /// A variable that is given a value later: `$NAME`.
    case variable(String)
    /// A function of values, by its name in Core Data (`add:to:`, `uppercase:`, `now`, `count:`,
    /// `sum:`).
    case function(String, [FetchExpression])
    /// The members of a collection for which a predicate over a variable holds.
    case subquery(collection: FetchExpression, variable: String, predicate: FetchPredicate)
    /// One of two values.
    case conditional(FetchPredicate, FetchExpression, FetchExpression)
}
