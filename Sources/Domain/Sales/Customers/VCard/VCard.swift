/// A person's details in a vCard, the exchange format of telephones and mail programs.
public struct VCard: Sendable, Hashable {
    /// The formatted name.
    public var name: String
    public var emails: [String] = []
    public var numbers: [ContactNumber] = []
    public var addresses: [PostalAddress] = []
    public var tags: [String] = []
    /// The organization; nil for none.
    public var organization: String?
    public var notes: String?
    /// Details that cannot be kept, with reasons.
    public var omissions: [String] = []

    /// - Parameter name: the formatted name.
    public init(name: String) {
        self.name = name
    }
}

/// A card of a file, or its fault.
public struct VCardEntry: Sendable, Hashable {
    /// The position among the cards of the file, from 1.
    public let number: Int
    /// The number of its first line.
    public let line: Int
    public let card: Result<VCard, VCardFault>
}

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
