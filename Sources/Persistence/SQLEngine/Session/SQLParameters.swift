/// The values of a statement's parameters, given one behind the other.
package protocol SQLParameters {
    mutating func append(_ value: Int64) throws

    /// Keys, as the condition of `SQLDialect.isAmong(_:keyCount:)` takes them.
    mutating func append(keys: some RandomAccessCollection<Int64>) throws

    /// A value that a predicate or an expression compares or computes with.
    mutating func append(constant value: AttributeValue) throws
}
