/// A card of a file, or why it cannot be read.
public struct VCardEntry: Sendable, Hashable {
    /// Its place among the cards of the file, from 1.
    public let number: Int
    /// The line in which it begins.
    public let line: Int
    public let card: Result<VCard, VCardFault>
}
