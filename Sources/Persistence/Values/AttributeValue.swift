public import Foundation

/// The value of one property of one record, as contexts, stores and predicates hand it around.
public enum AttributeValue: Sendable, Hashable {
    /// No value.
    case null
    /// An Integer 16, 32 or 64.
    case integer(Int64)
    /// A Boolean.
    case boolean(Bool)
    /// A Double or a Float.
    case double(Double)
    /// A Decimal.
    case decimal(Decimal)
    /// A String.
    case string(String)
    /// A Date.
    case date(Date)
    /// Binary data, and what a value transformer made of a transformable attribute.
    case data(Data)
    /// A UUID.
    case uuid(UUID)
    /// A URI.
    case url(URL)
    /// The destination of a to-one relationship.
    case object(ManagedObjectID)
    /// A transformable value that no transformer has turned into data yet.
    // In a box of its own, or it would make every other value larger than it needs to be.
    indirect case transformable(TransformableValue)
    /// A large binary value that is read from the store when it is asked for; without its size if that
    /// of a file would have to be looked up.
    case deferred(byteCount: Int?)

    /// Whether there is no value.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// A value of a transformable attribute as the application sees it.
public struct TransformableValue: Sendable, Hashable {
    /// The value.
    public let base: any Sendable

    /// Wraps a value of any type.
    public init(_ base: any Sendable) {
        self.base = base
    }

    /// Values are equal if their type says so; values of types without equality never are.
    public static func == (first: TransformableValue, second: TransformableValue) -> Bool {
        guard let first = first.base as? any Hashable, let second = second.base as? any Hashable
        else { return false }
        return AnyHashable(first) == AnyHashable(second)
    }

    public func hash(into hasher: inout Hasher) {
        if let base = base as? any Hashable { hasher.combine(AnyHashable(base)) }
    }
}
