public import Foundation

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

extension VCard {
    /// The media type of vCards.
    public static let mediaType = "text/vcard; charset=utf-8"

    /// The card in version 4.0 (RFC 6350).
    public var text: String {
        var lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:\(name.escaped)", "N:\(name.escaped);;;;"]
        lines += emails.map { "EMAIL:\($0.escaped)" }
        lines += numbers.map { "TEL\(Self.type($0.label)):\($0.number.escaped)" }
        lines += addresses.map { address in
            let parts = [
                "", "", address.street ?? "", address.city ?? "", address.region ?? "",
                address.postalCode ?? "", address.countryCode ?? "",
            ]
            return "ADR\(Self.type(address.label)):"
                + parts.map(\.escaped).joined(separator: ";")
        }
        if let organization { lines.append("ORG:\(organization.escaped)") }
        if !tags.isEmpty {
            lines.append("CATEGORIES:" + tags.map(\.escaped).joined(separator: ","))
        }
        if let notes { lines.append("NOTE:\(notes.escaped)") }
        lines.append("END:VCARD")
        return lines.map { $0.folded + "\r\n" }.joined()
    }

    /// The TYPE parameter of a number or an address; empty for none.
    private static func type(_ label: String?) -> String {
        guard let label else { return "" }
        switch label.lowercased() {
        case "home": return ";TYPE=home"
        case "work": return ";TYPE=work"
        case "mobile", "cell": return ";TYPE=cell"
        case "fax": return ";TYPE=fax"
        default:
            // Quoted values cannot contain quotes; RFC 6868 encodes them.
            let value = label.replacing("^", with: "^^").replacing("\"", with: "^'")
                .replacing("\n", with: "^n")
            return ";TYPE=\"\(value)\""
        }
    }
}

extension String {
    /// The text escaped as a property's value.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case ",": text += "\\,"
            case ";": text += "\\;"
            case "\n": text += "\\n"
            case "\r": break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The line folded to 75 bytes, with a space before each continuation.
    fileprivate var folded: String {
        var text = ""
        var count = 0
        for character in unicodeScalars {
            let size = String(character).utf8.count
            if count + size > 75 {
                text += "\r\n "
                count = 1
            }
            text.unicodeScalars.append(character)
            count += size
        }
        return text
    }
}

extension VCard {
    /// The greatest number of cards in a file.
    public static let mostCards = 5_000

    /// Parses vCards of versions 3.0 and 4.0, and telephones' 2.1. A malformed or nested card does
    /// not affect others.
    ///
    /// Unsupported details, such as pictures and birthdays, are among the omissions of their card.
    /// - Throws: ``VCardFault`` for a file without cards, or with too many.
    public static func entries(in data: Data) throws(VCardFault) -> [VCardEntry] {
        var cards: [(line: Int, card: Result<VCard, VCardFault>)] = []
        // A stack: an outer card continues when the inner one ends.
        var open: [VCardBuilder] = []
        for raw in try VCardLines(data) {
            guard let line = VCardLine(raw.bytes) else { continue }
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"):
                if open.last?.beginsAgent == true {
                    open[open.count - 1].beginAgent()
                } else {
                    open.append(VCardBuilder(line: raw.number))
                }
            case ("END", "VCARD"):
                guard let last = open.indices.last, !open[last].endAgent() else { continue }
                let done = open.removeLast()
                cards.append((done.line, done.card))
            default:
                guard let last = open.indices.last else { continue }
                open[last].take(line, number: raw.number)
            }
            guard cards.count + open.count <= mostCards else {
                throw .tooMany(limit: mostCards)
            }
        }
        cards += open.map { ($0.line, .failure(.noEnd)) }
        guard !cards.isEmpty else { throw .noCard }
        return cards.sorted { $0.line < $1.line }.enumerated().map { index, card in
            VCardEntry(number: index + 1, line: card.line, card: card.card)
        }
    }
}
