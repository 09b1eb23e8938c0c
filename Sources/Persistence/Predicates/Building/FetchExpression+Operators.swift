extension FetchExpression {
    /// The value at a key path with dots: `.key("assetType.label")`.
    public static func key(_ path: String) -> FetchExpression {
        .keyPath(path.split(separator: ".").map(String.init))
    }

    /// A value.
    public static func value(_ value: (any PredicateArgument)?) -> FetchExpression {
        value?.predicateExpression ?? .constant(.null)
    }

    public static func == (
        left: FetchExpression, right: (any PredicateArgument)?
    ) -> FetchPredicate {
        .comparison(FetchComparison(left, .equal, .value(right)))
    }

    /// A comparison with a value.
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

    /// A comparison with a value.
    public static func > (left: FetchExpression, right: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(left, .greater, .value(right)))
    }

    /// A comparison with a value.
    public static func >= (left: FetchExpression, right: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(left, .greaterOrEqual, .value(right)))
    }

    /// Whether a text contains another one, or a to-many key path a value.
    public func contains(
        _ value: any PredicateArgument, _ options: FetchComparison.Options = []
    ) -> FetchPredicate {
        .comparison(FetchComparison(self, .contains, .value(value), options: options))
    }

    /// Whether a text begins with another one.
    public func begins(
        with value: any PredicateArgument, _ options: FetchComparison.Options = []
    ) -> FetchPredicate {
        .comparison(FetchComparison(self, .beginsWith, .value(value), options: options))
    }

    /// Whether the value is one of a list, or in the value of a to-many key path.
    public func isIn(_ values: any PredicateArgument) -> FetchPredicate {
        .comparison(FetchComparison(self, .in, .value(values)))
    }
}

extension FetchPredicate {
    /// Both hold.
    public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
        if case .and(let parts) = left { .and(parts + [right]) } else { .and([left, right]) }
    }

    /// One of the two holds, or both.
    public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
        if case .or(let parts) = left { .or(parts + [right]) } else { .or([left, right]) }
    }

    /// The predicate does not hold.
    public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate {
        .not(predicate)
    }
}
