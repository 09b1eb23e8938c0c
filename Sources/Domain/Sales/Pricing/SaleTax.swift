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
    /// What the lines come to without the tax.
    public internal(set) var net: Decimal = 0
    /// The tax.
    public internal(set) var tax: Decimal = 0

    /// What the lines come to with the tax.
    public var gross: Decimal { net + tax }

    init(_ rate: TaxRate?) {
        self.rate = rate?.objectID.recordNumber
        name = rate?.name ?? ""
        percent = rate?.share
        isAdded = rate?.isAdded ?? false
    }
}

extension Sale {
    /// What the sale comes to by tax rate, in the order of its lines; below zero for a return. They make
    /// exactly the ``total``.
    public var taxes: [SaleTax] {
        var taxes: [SaleTax] = []
        for line in lines {
            let number = line.taxRate?.objectID.recordNumber
            let sign: Decimal = isReturn ? -1 : 1
            let index = taxes.firstIndex { $0.rate == number } ?? taxes.endIndex
            if index == taxes.endIndex { taxes.append(SaleTax(line.taxRate)) }
            taxes[index].net += sign * (line.amount - line.tax)
            taxes[index].tax += sign * line.tax
        }
        return taxes
    }
}
