extension FetchPredicate {
    /// Whether the predicate holds for a record.
    ///
    /// - Throws: `FetchPredicateError` if the predicate asks for what the record's values do not have, or
    ///   what the subject throws.
    public func evaluate(with subject: some PredicateSubject) throws -> Bool {
        try PredicateEvaluator(object: .subject(subject)).isTrue(self)
    }

    /// Whether the predicate holds for a value, which is `SELF` in it.
    public func evaluate(with value: AttributeValue) throws -> Bool {
        try PredicateEvaluator(object: .value(value)).isTrue(self)
    }
}

extension FetchExpression {
    /// The expression's value for a record.
    ///
    /// - Throws: `FetchPredicateError` if the expression asks for what the record's values do not have,
    ///   or what the subject throws.
    public func value(with subject: some PredicateSubject) throws -> PredicateValue {
        try PredicateEvaluator(object: .subject(subject)).value(of: self)
    }
}

extension Sequence where Element: PredicateSubject {
    /// The members for which a predicate holds.
    public func filtered(using predicate: FetchPredicate) throws -> [Element] {
        try filter { try predicate.evaluate(with: $0) }
    }

    /// The members in an order; those that are equal in it keep theirs.
    public func sorted(using descriptors: [FetchSortDescriptor]) throws -> [Element] {
        let members = Array(self)
        let keys = try members.map { try FetchSortKey(of: $0, descriptors) }
        return members.indices.sorted { first, second in
            keys[first].precedes(keys[second], descriptors) ?? (first < second)
        }.map { members[$0] }
    }
}
