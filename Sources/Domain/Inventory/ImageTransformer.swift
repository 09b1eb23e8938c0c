public import Foundation
public import Persistence

/// The transformer of thumbnails: they are PNG data on both sides, so data passes through.
public struct ImageTransformer: AttributeTransformer {
    /// The name that the model uses.
    public static let name = "ImageTransformer"

    /// A value that is no image data.
    public struct NotAnImage: Error {}

    public init() {}

    public func data(from value: any Sendable) throws -> Data {
        guard let data = value as? Data else { throw NotAnImage() }
        return data
    }

    public func value(from data: Data) throws -> any Sendable { data }
}
