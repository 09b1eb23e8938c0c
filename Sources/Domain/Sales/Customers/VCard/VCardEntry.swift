/// A card of a file, or its fault.
public struct VCardEntry: Sendable, Hashable {
    /// The position among the cards of the file, from 1.
    public let number: Int
    /// The number of its first line.
    public let line: Int
    public let card: Result<VCard, VCardFault>
}
