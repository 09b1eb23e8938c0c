public import Foundation
import Persistence

/// Finds the tax rates of a new sale's lines.
struct SaleTaxes {
    /// The choice for the whole sale.
    private let chosen: TaxChoice?
    /// The chosen rate for the whole sale; nil for none.
    let rate: TaxRate?
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

/// The totals of a sale's lines with one tax rate, or without a tax.
public struct SaleTax: Sendable, Hashable {
    /// The record number of the rate; nil for no tax.
    public let rate: Int64?
    /// `VAT`; empty for no tax.
    public let name: String
    /// The percentage; nil for no tax.
    public let percent: Percent?
    /// Whether the tax is added to the prices.
    public let isAdded: Bool
    /// The tax category; nil without a rate.
    public let category: TaxCategory?
    /// The reason for the exemption on the invoice; empty for none.
    public let exemptionReason: String
    /// The sum without the tax.
    public internal(set) var net: Decimal = 0
    /// The tax.
    public internal(set) var tax: Decimal = 0

    /// The sum with the tax.
    public var gross: Decimal { net + tax }

    /// The same with negated amounts.
    public var negated: SaleTax {
        var negated = self
        (negated.net, negated.tax) = (-net, -tax)
        return negated
    }

    init(_ rate: TaxRate?) {
        self.rate = rate?.objectID.recordNumber
        name = rate?.name ?? ""
        percent = rate?.share
        isAdded = rate?.isAdded ?? false
        category = rate?.category
        exemptionReason = rate?.exemptionReason ?? rate?.category.usualReason ?? ""
    }
}

extension SaleTax {
    /// The totals of lines by tax rate, in their order; their sum is exactly that of the lines.
    ///
    /// - Parameter isReturn: whether to negate the amounts.
    static func of(_ lines: [some PricedLine], isReturn: Bool) -> [SaleTax] {
        var taxes: [SaleTax] = []
        let sign: Decimal = isReturn ? -1 : 1
        for line in lines {
            let number = line.taxRate?.objectID.recordNumber
            let index = taxes.firstIndex { $0.rate == number } ?? taxes.endIndex
            if index == taxes.endIndex { taxes.append(SaleTax(line.taxRate)) }
            guard line.taxCents != 0 else {
                taxes[index].net += sign * line.amount
                continue
            }
            taxes[index].net += sign * (line.amount - line.tax)
            taxes[index].tax += sign * line.tax
        }
        return taxes
    }
}
