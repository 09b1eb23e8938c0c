/// The reason why a vCard file, or a card in it, cannot be read.
public enum VCardFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file without cards.
    case noCard
    /// A file that is not text.
    case notText
    /// More cards than the limit.
    case tooMany(limit: Int)
    /// A card without a name.
    case noName
    /// A card without an end.
    case noEnd
    /// A line that is not text in its declared encoding, or in UTF-8.
    case malformedText(line: Int, encoding: String)

    public var description: String {
        switch self {
        case .noCard: "The file has no address card: a vCard begins with BEGIN:VCARD."
        case .notText: "The file is not text."
        case .tooMany(let limit): "There are more than \(limit) address cards in the file."
        case .noName: "It has no name."
        case .noEnd: "It does not end: END:VCARD is missing."
        case .malformedText(let line, let encoding): "Line \(line) is not text in \(encoding)."
        }
    }
}
