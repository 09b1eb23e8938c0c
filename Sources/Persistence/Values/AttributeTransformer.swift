public import Foundation

/// Turns the values of transformable attributes into data for the store, and back. For property
/// lists there is ``PropertyListTransformer``, which needs no registration.
public protocol AttributeTransformer: Sendable {
    /// The data for a value that the application set.
    func data(from value: any Sendable) throws -> Data

    /// The value for data that the store holds.
    func value(from data: Data) throws -> any Sendable
}
