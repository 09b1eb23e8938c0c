public import Foundation
public import Persistence

/// A tax with its name and its share: `VAT 19 %`, in the prices or on top of them.
///
/// What a line of a sale was taxed with never changes: a rate that a line has keeps its share, and is
/// retired when another one follows.
public final class TaxRate: ManagedObject {
    /// A share has three decimal places at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["name", "exemptionReason"])
        if key == "percent", let number = value.decimalValue, Percent(number) == nil {
            throw ValueRules.refusal(
                self, key, "percent is not from 0 to 100 with 3 decimal places at most")
        }
    }
}

extension TaxRate {
    /// All rates, those in use before those that are retired, in the order of their names.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [TaxRate] {
        let rates = try context.fetch(
            FetchRequest<TaxRate>(
                sortBy: [SortDescriptor(\.name.localizedStandard), SortDescriptor(\.percent)]))
        return rates.filter { !$0.isRetired } + rates.filter(\.isRetired)
    }

    /// The share.
    public var share: Percent? { percent.flatMap(Percent.init) }

    /// Why an amount is taxed by it. A rate of earlier versions that says nothing is standard, or zero at 0 %.
    public var category: TaxCategory {
        get {
            categoryCode.flatMap(TaxCategory.init)
                ?? ((percent ?? 0) == 0 ? .zero : .standard)
        }
        set { categoryCode = newValue.rawValue }
    }

    /// Whether it is offered no more.
    public var isRetired: Bool { retiredAt != nil }

    /// `VAT 19 %`.
    public var title: String { [name ?? "", share?.description ?? ""].joined(separator: " ") }

    /// Takes the rate out of what is offered. Products that have it, and the shop, go over to the one
    /// that follows; without one they have none. What was sold stays as it is.
    public func retire(followedBy other: TaxRate? = nil, at date: Date = Date()) {
        guard retiredAt == nil else { return }
        retiredAt = date
        for product in products { product.taxRate = other }
        for profile in profiles { profile.taxRate = other }
    }

    /// Offers the rate again.
    public func unretire() {
        retiredAt = nil
    }

    /// What the lines of sales work with.
    var tax: Reckoning.Tax? { share.map { Reckoning.Tax(percent: $0, isAdded: isAdded) } }
}
