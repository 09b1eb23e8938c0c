/// A value in SQL.
struct SQLScalar {
    var fragment: SQLFragment
    var type: ExpressionType
    /// The value if it is a constant.
    var constant: AttributeValue?

    var isNullConstant: Bool { constant?.isNull ?? false }

    /// Whether it equals nothing, not even a missing value.
    var isNotANumber: Bool { constant?.isNotANumber ?? false }

    /// Whether it is neither less nor greater than anything.
    var hasNoOrder: Bool { isNullConstant || isNotANumber }
}
