/// Why an amount is taxed as it is, by the codes of UNTDID 5305 that EN 16931 takes over.
public enum TaxCategory: String, Sendable, CaseIterable {
    /// A tax at a rate above zero.
    case standard = "S"
    /// A tax whose rate is zero.
    case zero = "Z"
    /// No tax, for a reason that the invoice gives.
    case exempt = "E"
    /// The buyer pays the tax.
    case reverseCharge = "AE"
    /// A delivery to a business in another country of the European Union.
    case intraCommunity = "K"
    /// A delivery to a country outside the European Union.
    case export = "G"
    /// Nothing that the tax is on.
    case outOfScope = "O"

    /// Whether the invoice gives the reason why there is no tax.
    public var hasReason: Bool { self != .standard && self != .zero }

    /// The reason where nobody words it; nil for an exemption, whose law only the shop knows.
    public var usualReason: String? {
        switch self {
        case .standard, .zero, .exempt: nil
        case .reverseCharge: "Reverse charge"
        case .intraCommunity: "Intra-Community supply"
        case .export: "Export outside the EU"
        case .outOfScope: "Not subject to VAT"
        }
    }
}
