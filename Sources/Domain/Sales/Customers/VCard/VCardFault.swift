/// Why a file of address cards, or a card in it, is not read.
public enum VCardFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no card in the file.
    case noCard
    /// The file is not text.
    case notText
    /// There are more cards than are read at once.
    case tooMany(limit: Int)
    /// The card has no name.
    case noName
    /// The card does not end.
    case noEnd
    /// A line of the card is no text in the encoding that it names, or in UTF-8.
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
