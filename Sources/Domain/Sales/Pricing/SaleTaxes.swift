import Persistence

/// Finds the tax rates of a new sale's lines.
struct SaleTaxes {
    /// The choice for the whole sale.
    private let chosen: TaxChoice?
    /// The chosen rate for the whole sale; nil for none.
    private let rate: TaxRate?
    /// The rate of products that have none.
    private let shopRate: TaxRate?
    /// The shop's currency.
    let currency: Currency
    /// The fault of the choice for the whole sale.
    let fault: SaleFault?

    init(_ draft: SaleDraft, in context: ManagedObjectContext) throws {
        chosen = draft.tax
        let profile = try ShopProfile.current(in: context)
        shopRate = profile?.taxRate
        currency = ShopProfile.currency(of: profile)
        do {
            rate = try draft.tax.flatMap { try Self.rate($0, at: nil, in: context) }
            fault = nil
        } catch let refused as SaleFault {
            rate = nil
            fault = refused
        }
    }

    /// The rate of a line; nil for no tax, which is the default for an item of the household.
    ///
    /// - Throws: ``SaleFault`` for an unknown rate; errors of the store.
    func rate(
        of line: SaleDraft.Line, _ product: Product, at index: Int,
        in context: ManagedObjectContext
    ) throws -> TaxRate? {
        if let choice = line.tax { return try Self.rate(choice, at: index, in: context) }
        if chosen != nil { return rate }
        if case .item = line.subject { return nil }
        return product.taxRate ?? shopRate
    }

    private static func rate(
        _ choice: TaxChoice, at index: Int?, in context: ManagedObjectContext
    ) throws -> TaxRate? {
        guard case .rate(let number) = choice else { return nil }
        guard let rate = try TaxRate.find(number, in: context) else {
            throw SaleFault(line: index, "taxRate", "There is no such tax rate.")
        }
        guard !rate.isRetired else {
            throw SaleFault(line: index, "taxRate", "“\(rate.title)” is no longer used.")
        }
        return rate
    }
}

/// An explicit choice of tax.
public enum TaxChoice: Sendable, Hashable {
    /// No tax.
    case untaxed
    /// The rate with a record number.
    case rate(Int64)
}
