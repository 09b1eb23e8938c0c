public import Foundation
import ObjectModel

/// Converts values of transformable attributes to data for the store, and back.
/// ``PropertyListTransformer``, for property lists, needs no registration.
///
/// ```swift
/// struct ColorTransformer: AttributeTransformer {
///     func data(from value: any Sendable) throws -> Data { try encode(value) }
///     func value(from data: Data) throws -> any Sendable { try decode(data) }
/// }
/// let container = try PersistentContainer(
///     model: model, classes: classes, store: store, transformers: ["Color": ColorTransformer()])
/// ```
public protocol AttributeTransformer: Sendable {
    /// The data of a value.
    func data(from value: any Sendable) throws -> Data

    /// The value of stored data.
    func value(from data: Data) throws -> any Sendable
}

/// The value transformers of a coordinator, by their names in the model.
struct TransformerRegistry: Sendable {
    let registered: [String: any AttributeTransformer]

    init(_ transformers: [String: any AttributeTransformer]) {
        registered = transformers
    }

    /// The value of stored data. Without a transformer, data that is not an archive is the value
    /// itself.
    func value(
        from data: Data, for attribute: AttributeDescription, of entity: String
    ) throws -> any Sendable {
        guard let name = attribute.valueTransformerName else {
            let transformer = PropertyListTransformer()
            return transformer.isArchive(data) ? try transformer.value(from: data) : data
        }
        return try transformer(name, attribute, of: entity).value(from: data)
    }

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
        if let transformer = registered[name] { return transformer }
        guard PropertyListTransformer.names.contains(name) else {
            throw PersistenceError.unknownTransformer(
                name: name, entity: entity, property: attribute.name)
        }
        return PropertyListTransformer()
    }
}
