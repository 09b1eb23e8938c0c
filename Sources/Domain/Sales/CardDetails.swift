/// What is kept of a card.
public struct CardDetails: Sendable, Hashable {
    /// The brand, `Visa` for example.
    public var brand: String
    /// The last four digits of the number.
    public var lastFour: String
    /// The name on the card, or nil.
    public var holder: String?
    /// The month in which it expires, `2027-05`, or nil.
    public var expiry: String?

    /// Whether the first digits of the number told the brand.
    public var hasKnownBrand: Bool { brand != CardNumber.unknownBrand }

    /// - Parameters:
    ///   - number: the number, of which brand and last four digits are kept.
    ///   - holder: the name on the card. Default: nil.
    ///   - expiry: the month in which it expires. Default: nil.
    public init(_ number: CardNumber, holder: String? = nil, expiry: CardExpiry? = nil) {
        brand = number.brand
        lastFour = number.lastFour
        self.holder = holder
        self.expiry = expiry?.description
    }

    /// Details that were kept before.
    public init(brand: String, lastFour: String, holder: String? = nil, expiry: String? = nil) {
        self.brand = brand
        self.lastFour = lastFour
        self.holder = holder
        self.expiry = expiry
    }
}
