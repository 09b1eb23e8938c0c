/// A value in SQL.
struct SQLScalar {
    var fragment: SQLFragment
    var type: ExpressionType
    /// The value if it is a constant.
    var constant: AttributeValue?

    var isNullConstant: Bool { constant?.isNull ?? false }
}
