import Persistence

/// The label of an asset type, detached from its context.
public struct AssetTypeLabel: Sendable, Hashable {
    /// The record number.
    public let number: Int64
    public let text: String
    /// The record's version; together with the number it identifies the text.
    public let rowVersion: Int64

    /// Copies a type's label.
    public init(_ type: AssetType) {
        number = type.objectID.recordNumber ?? 0
        text = type.label ?? ""
        rowVersion = type.rowVersion
    }
}
