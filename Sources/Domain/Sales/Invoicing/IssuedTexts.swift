import Foundation

/// What an invoice says that can be another tomorrow: who sends it, in which currency its amounts are, in which
/// language it is, and what its products are called. It is kept as it was when the invoice was issued.
public struct IssuedTexts: Codable, Sendable, Hashable {
    /// What the shop says about itself; empty for what it does not say.
    public struct Sender: Codable, Sendable, Hashable {
        /// The name of the shop.
        public var name = ""
        /// The lines of its address.
        public var address: [String] = []
        /// How to reach it, a line each.
        public var contact: [String] = []
        /// Its country, in two letters.
        public var countryCode = ""
        /// The number under which it pays its taxes.
        public var taxNumber = ""
        /// The account to which is paid.
        public var iban = ""
        /// What every invoice says.
        public var note = ""
        /// The lines at the end.
        public var footer: [String] = []

        /// Makes a sender that says nothing.
        public init() {}
    }

    /// What the product of a line is called.
    public struct Line: Codable, Sendable, Hashable {
        /// The name of the product.
        public let name: String
        /// What is counted, as `kg`; empty for pieces.
        public let unit: String

        init(_ line: SaleLine) {
            name = line.product?.name ?? ""
            unit = line.product?.unit ?? ""
        }
    }

    /// Who sends the invoice.
    public let sender: Sender
    /// The code of the currency.
    public internal(set) var currency: String
    /// The language in which it is written: `de`; nil for one from before that was kept, which is in English.
    public let language: String?
    /// The region as which it is written, empty for none; nil for one from before that was kept.
    public let region: String?
    /// What the products are called, in the order of the lines.
    public internal(set) var lines: [Line] = []

    /// - Parameters:
    ///   - sender: who sends the invoice.
    ///   - currency: in which its amounts are.
    ///   - language: in which it is written. Default: English.
    ///   - region: as which it is written. Default: none.
    public init(
        from sender: Sender, in currency: Currency, language: String = "en",
        region: Region = .unchosen
    ) {
        self.sender = sender
        self.currency = currency.code
        self.language = language
        self.region = region.identifier
    }

    /// Reads what ``text`` has made.
    ///
    /// - Throws: `DecodingError` for a text that something else made.
    init(parsing text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    /// The texts as JSON, always in the same order.
    ///
    /// - Throws: `EncodingError`, which texts and lists of them never cause.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
