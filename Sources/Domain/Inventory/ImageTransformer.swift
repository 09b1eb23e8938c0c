public import Foundation
public import Persistence

/// The transformer of thumbnails, which passes PNG data through.
public struct ImageTransformer: AttributeTransformer {
    /// The name in the model.
    public static let name = "ImageTransformer"

    /// Thrown for a value that is not image data.
    public struct NotAnImage: Error {}

    public init() {}

    public func data(from value: any Sendable) throws -> Data {
        guard let data = value as? Data else { throw NotAnImage() }
        return data
    }

    public func value(from data: Data) throws -> any Sendable { data }
}
