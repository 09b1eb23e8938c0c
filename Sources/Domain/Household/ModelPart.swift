/// The part of a household's model from one model file.
public struct ModelPart: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// The names of its entities, in the order of the file.
    public let entityNames: [String]
}
