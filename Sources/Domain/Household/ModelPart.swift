/// What one model file brings to the model of a household.
public struct ModelPart: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// The names of its entities, in the order of the file.
    public let entityNames: [String]
}
