public import Foundation
public import ObjectModel

/// A value for `%@`, `%d`, `%f` or `%K` in a predicate's format string.
public protocol PredicateArgument {
    /// The value as an expression.
    var predicateExpression: FetchExpression { get }
}

extension AttributeValue: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(self) }
}

extension FetchExpression: PredicateArgument {
    public var predicateExpression: FetchExpression { self }
}

extension BinaryInteger where Self: PredicateArgument {
    /// The number; a decimal beyond Int64.
    public var predicateExpression: FetchExpression {
        .constant(
            Int64(exactly: self).map(AttributeValue.integer) ?? .decimal(Decimal(UInt64(self))))
    }
}

extension Int: PredicateArgument {}
extension Int8: PredicateArgument {}
extension Int16: PredicateArgument {}
extension Int32: PredicateArgument {}
extension Int64: PredicateArgument {}
extension UInt: PredicateArgument {}
extension UInt8: PredicateArgument {}
extension UInt16: PredicateArgument {}
extension UInt32: PredicateArgument {}
extension UInt64: PredicateArgument {}

extension Double: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.double(self)) }
}

extension Float: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.double(Double(self))) }
}

extension Decimal: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.decimal(self)) }
}

extension Bool: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.boolean(self)) }
}

extension String: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.string(self)) }
}

extension Substring: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.string(String(self))) }
}

extension Date: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.date(self)) }
}

extension Data: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.data(self)) }
}

extension UUID: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.uuid(self)) }
}

extension URL: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.url(self)) }
}

extension ManagedObjectID: PredicateArgument {
    public var predicateExpression: FetchExpression { .constant(.object(self)) }
}

extension EntityDescription: PredicateArgument {
    /// The entity's name, which a record's `entity` is compared with.
    public var predicateExpression: FetchExpression { .constant(.string(name)) }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
    public var predicateExpression: FetchExpression {
        self?.predicateExpression ?? .constant(.null)
    }
}

extension Array: PredicateArgument where Element: PredicateArgument {
    public var predicateExpression: FetchExpression { .aggregate(map(\.predicateExpression)) }
}

extension Set: PredicateArgument where Element: PredicateArgument {
    public var predicateExpression: FetchExpression { .aggregate(map(\.predicateExpression)) }
}

extension ClosedRange: PredicateArgument where Bound: PredicateArgument {
    /// The two bounds, for BETWEEN.
    public var predicateExpression: FetchExpression {
        .aggregate([lowerBound.predicateExpression, upperBound.predicateExpression])
    }
}
