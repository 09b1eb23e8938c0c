import Foundation
import ObjectModel

/// The value transformers of a coordinator, by the names that the model uses.
struct TransformerRegistry: Sendable {
    private let transformers: [String: any AttributeTransformer]

    init(_ transformers: [String: any AttributeTransformer]) {
        self.transformers = transformers
    }

    /// The value for stored data. Without a transformer's name, the value is the data itself.
    func value(
        from data: Data, for attribute: AttributeDescription, of entity: String
    ) throws -> any Sendable {
        guard let name = attribute.valueTransformerName else { return data }
        return try transformer(name, attribute, of: entity).value(from: data)
    }

    /// The data for a value.
    func data(
        from value: any Sendable, for attribute: AttributeDescription, of entity: String
    ) throws -> Data {
        if let name = attribute.valueTransformerName {
            return try transformer(name, attribute, of: entity).data(from: value)
        }
        guard let data = value as? Data else {
            throw PersistenceError.unknownTransformer(
                name: "", entity: entity, property: attribute.name)
        }
        return data
    }

    private func transformer(
        _ name: String, _ attribute: AttributeDescription, of entity: String
    ) throws -> any AttributeTransformer {
        guard let transformer = transformers[name] else {
            throw PersistenceError.unknownTransformer(
                name: name, entity: entity, property: attribute.name)
        }
        return transformer
    }
}
