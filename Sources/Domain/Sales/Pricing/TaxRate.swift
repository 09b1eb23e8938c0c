import Foundation
public import Persistence

/// A tax rate with its name: `VAT 19 %`, included in prices or added.
///
/// The taxes of past lines never change: a used rate keeps its percentage, and is retired when it
/// is replaced.
public final class TaxRate: ShopRecord, Retirable {
    override class var rules: SalesRules { SalesRules(texts: ["name", "exemptionReason"]) }

    /// Rejects percentages with more than three decimals.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try super.validate(value, forKey: key)
        if key == "percent", let number = value.decimalValue, Percent(number) == nil {
            throw ValueRules.refusal(
                self, key, "percent is not from 0 to 100 with 3 decimal places at most")
        }
    }
}

extension TaxRate {
    /// All rates by name, retired ones last.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [TaxRate] {
        try context.fetch(
            FetchRequest<TaxRate>(
                sortBy: [SortDescriptor(\.name.localizedStandard), SortDescriptor(\.percent)])
        ).retiredLast
    }

    /// The percentage.
    public var share: Percent? { percent.flatMap(Percent.init) }

    /// The tax category. An older rate without one is standard, or zero at 0 %.
    public var category: TaxCategory {
        get {
            categoryCode.flatMap(TaxCategory.init)
                ?? ((percent ?? 0) == 0 ? .zero : .standard)
        }
        set { categoryCode = newValue.rawValue }
    }

    /// `VAT 19 %`.
    public var title: String { [name ?? "", share?.description ?? ""].joined(separator: " ") }

    /// Retires the rate. Products and the shop with it get its successor or, without one, none.
    public func retire(followedBy other: TaxRate?) {
        guard !isRetired else { return }
        retire()
        for product in products { product.taxRate = other }
        for profile in profiles { profile.taxRate = other }
    }

    var tax: PriceCalculation.Tax? {
        share.map { PriceCalculation.Tax(percent: $0, isAdded: isAdded) }
    }
}

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
