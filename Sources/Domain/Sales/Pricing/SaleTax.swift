public import Foundation
import Persistence

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
