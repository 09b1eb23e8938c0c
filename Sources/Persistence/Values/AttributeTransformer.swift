public import Foundation
import ObjectModel

/// Turns the values of transformable attributes into data for the store, and back. For property
/// lists there is ``PropertyListTransformer``, which needs no registration.
public protocol AttributeTransformer: Sendable {
    /// The data for a value that the application set.
    func data(from value: any Sendable) throws -> Data

    /// The value for data that the store holds.
    func value(from data: Data) throws -> any Sendable
}

/// The value transformers of a coordinator, by the names that the model uses.
struct TransformerRegistry: Sendable {
    private let transformers: [String: any AttributeTransformer]

    init(_ transformers: [String: any AttributeTransformer]) {
        self.transformers = transformers
    }

    /// The value for stored data. Where the model names no transformer and the data is no archive,
    /// the value is the data itself.
    func value(
        from data: Data, for attribute: AttributeDescription, of entity: String
    ) throws -> any Sendable {
        guard let name = attribute.valueTransformerName else {
            let transformer = PropertyListTransformer()
            return transformer.isArchive(data) ? try transformer.value(from: data) : data
        }
        return try transformer(name, attribute, of: entity).value(from: data)
    }

    /// The data for a value.
    func data(
        from value: any Sendable, for attribute: AttributeDescription, of entity: String
    ) throws -> Data {
        guard let name = attribute.valueTransformerName else {
            return try PropertyListTransformer().data(from: value)
        }
        return try transformer(name, attribute, of: entity).data(from: value)
    }

    private func transformer(
        _ name: String, _ attribute: AttributeDescription, of entity: String
    ) throws -> any AttributeTransformer {
        if let transformer = transformers[name] { return transformer }
        guard PropertyListTransformer.names.contains(name) else {
            throw PersistenceError.unknownTransformer(
                name: name, entity: entity, property: attribute.name)
        }
        return PropertyListTransformer()
    }
}
