extension FetchExpression {
    /// The value at a dotted key path: `.key("assetType.label")`.
    public static func key(_ path: String) -> FetchExpression {
        .keyPath(path.split(separator: ".").map(String.init))
    }

    /// A constant.
    public static func value(_ value: (any PredicateArgument)?) -> FetchExpression {
        value?.predicateExpression ?? .constant(.null)
    }

    /// The number of records, of all or of each group.
    public static var count: FetchExpression { .count(.evaluatedObject) }

    /// The number of records with a value, or of the members of a collection.
    public static func count(_ values: FetchExpression) -> FetchExpression {
        PredicateFunction.count.call(values)
    }

    /// The sum of numbers: of all records, of each group, or of the members of a collection.
    public static func sum(_ values: FetchExpression) -> FetchExpression {
        PredicateFunction.sum.call(values)
    }

    /// The smallest value; nil for none.
    public static func min(_ values: FetchExpression) -> FetchExpression {
        PredicateFunction.minimum.call(values)
    }

    /// The greatest value; nil for none.
    public static func max(_ values: FetchExpression) -> FetchExpression {
        PredicateFunction.maximum.call(values)
    }

    /// The average of numbers; nil for none.
    public static func average(_ values: FetchExpression) -> FetchExpression {
        PredicateFunction.average.call(values)
    }

    public static func == (
        left: FetchExpression, right: (any PredicateArgument)?
    ) -> FetchPredicate {
        .comparison(FetchComparison(left, .equal, .value(right)))
    }

    /// Compares with a value.
    public static func != (
        left: FetchExpression, right: (any PredicateArgument)?
    ) -> FetchPredicate {
        .comparison(FetchComparison(left, .notEqual, .value(right)))
    }

    public static func < (left: FetchExpression, right: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(left, .less, .value(right)))
    }

    public static func <= (left: FetchExpression, right: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(left, .lessOrEqual, .value(right)))
    }

    /// Compares with a value.
    public static func > (left: FetchExpression, right: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(left, .greater, .value(right)))
    }

    /// Compares with a value.
    public static func >= (left: FetchExpression, right: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(left, .greaterOrEqual, .value(right)))
    }

    /// Whether a text contains another, or a to-many key path contains a value.
    public func contains(
        _ value: any PredicateArgument, _ options: FetchComparison.Options = []
    ) -> FetchPredicate {
        .comparison(FetchComparison(self, .contains, .value(value), options: options))
    }

    /// Whether a text begins with another.
    public func begins(
        with value: any PredicateArgument, _ options: FetchComparison.Options = []
    ) -> FetchPredicate {
        .comparison(FetchComparison(self, .beginsWith, .value(value), options: options))
    }

    /// Whether the value is in a list or in the value of a to-many key path.
    public func isIn(_ values: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(self, .in, .value(values)))
    }
}

extension FetchPredicate {
    /// Whether a comparison is true for at least one of the values on its left:
    /// `.any(.key("tags.label") == "red")`. It takes a single comparison.
    public static func any(_ predicate: FetchPredicate) -> FetchPredicate {
        guard case .comparison(var comparison) = predicate else { return predicate }
        comparison.modifier = .any
        return .comparison(comparison)
    }

    /// Whether both are true.
    public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
        if case .and(let parts) = left { .and(parts + [right]) } else { .and([left, right]) }
    }

    /// Whether at least one of them is true.
    public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
        if case .or(let parts) = left { .or(parts + [right]) } else { .or([left, right]) }
    }

    /// Whether the predicate is not true.
    public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate {
        .not(predicate)
    }
}
