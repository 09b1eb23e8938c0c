/// Tax categories by the codes of UNTDID 5305, as used by EN 16931.
public enum TaxCategory: String, Sendable, CaseIterable {
    /// A rate above zero.
    case standard = "S"
    /// A rate of zero.
    case zero = "Z"
    /// Exempt, with a reason on the invoice.
    case exempt = "E"
    /// The buyer pays the tax.
    case reverseCharge = "AE"
    /// A delivery to a business in another country of the European Union.
    case intraCommunity = "K"
    /// A delivery to a country outside the European Union.
    case export = "G"
    /// Outside the scope of the tax.
    case outOfScope = "O"

    /// Whether the invoice states a reason.
    public var hasReason: Bool { self != .standard && self != .zero }

    /// The standard reason; nil for an exemption, which depends on the shop.
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
