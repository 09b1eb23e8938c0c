public import Foundation
import Persistence

/// What the lines of a sale with one tax rate come to, or those without a tax.
public struct SaleTax: Sendable, Hashable {
    /// The record number of the rate; nil for no tax.
    public let rate: Int64?
    /// `VAT`; empty for no tax.
    public let name: String
    /// The share; nil for no tax.
    public let percent: Percent?
    /// Whether the tax came on top of the prices.
    public let isAdded: Bool
    /// Why they are taxed so; nil without a rate, of which nobody has said why.
    public let category: TaxCategory?
    /// Why there is no tax, as the invoice gives it; empty for none.
    public let exemptionReason: String
    /// What the lines come to without the tax.
    public internal(set) var net: Decimal = 0
    /// The tax.
    public internal(set) var tax: Decimal = 0

    /// What the lines come to with the tax.
    public var gross: Decimal { net + tax }

    /// The same with amounts of the other sign.
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
    /// What lines come to by tax rate, in their order; they make exactly the sum of the lines.
    ///
    /// - Parameter isReturn: whether the lines came back, so that they count below zero. Default: no.
    static func of(_ lines: [some PricedLine], isReturn: Bool = false) -> [SaleTax] {
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

extension Sale {
    /// What the sale comes to by tax rate, in the order of its lines; below zero for a return. They make
    /// exactly the ``total``.
    public var taxes: [SaleTax] { SaleTax.of(lines, isReturn: isReturn) }
}
