import Foundation

/// The details of an invoice that may change later: sender, currency, language, and names of
/// products. They are kept as they were at the time of issue.
public struct IssuedTexts: Codable, Sendable, Hashable {
    /// The texts of a line.
    public struct Line: Codable, Sendable, Hashable {
        /// The product's name.
        public let name: String
        /// The unit, such as `kg`; empty for pieces.
        public let unit: String

        public init(_ line: some PricedLine) {
            name = line.product?.name ?? ""
            unit = line.product?.unit ?? ""
        }
    }

    /// The sender.
    public let sender: ShopDetails
    /// The currency's code.
    public internal(set) var currency: String
    /// The language: `de`; nil for an older invoice, in English.
    public let language: String?
    /// The region for formats, empty for none; nil for an older invoice.
    public let region: String?
    /// The texts of the lines, in order.
    public internal(set) var lines: [Line] = []

    /// - Parameters:
    ///   - sender: the sender.
    ///   - currency: the currency of the amounts.
    ///   - language: the language. Default: English.
    ///   - region: the region for formats. Default: none.
    public init(
        from sender: ShopDetails, in currency: Currency, language: String = "en",
        region: Region = .unchosen
    ) {
        self.sender = sender
        self.currency = currency.code
        self.language = language
        self.region = region.identifier
    }

    /// Decodes ``text``.
    ///
    /// - Throws: `DecodingError` for a text from another program.
    init(parsing text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    /// The texts as JSON with sorted keys.
    ///
    /// - Throws: `EncodingError`, which cannot occur for texts.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
