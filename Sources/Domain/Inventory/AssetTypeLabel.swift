import Persistence

/// The name of an asset type, apart from any context.
public struct AssetTypeLabel: Sendable, Hashable {
    /// The number of the record.
    public let number: Int64
    /// The name.
    public let text: String
    /// The version of the record; with the number it says which text it is.
    public let rowVersion: Int64

    /// The name of a type.
    public init(_ type: AssetType) {
        number = type.objectID.recordNumber ?? 0
        text = type.label ?? ""
        rowVersion = type.rowVersion
    }
}
