import Domain
import Foundation
import Persistence

/// What sales come to with one tax rate, or without a tax.
struct TaxTotals: Sendable {
    /// The record number of the rate; nil for no tax.
    let rate: Int64?
    /// `VAT 19 %`, `No tax`.
    let title: String
    let totals: SalesTotals

    /// What the sales of a period come to by tax rate, those without a tax last; empty if nothing was
    /// taxed.
    ///
    /// - Throws: errors of the store.
    static func of(
        _ period: SalesPeriod, _ household: Household, in context: ManagedObjectContext
    ) throws -> [TaxTotals] {
        let totals = try household.salesFigures.totalsByTaxRate(of: period, in: context)
        guard totals.keys.contains(where: { $0 != 0 }) else { return [] }
        let rated = try TaxRate.all(in: context).compactMap { rate in
            let number = rate.objectID.recordNumber ?? 0
            return totals[number].map { TaxTotals(rate: number, title: rate.title, totals: $0) }
        }
        let untaxed = totals[0].map { TaxTotals(rate: nil, title: "No tax", totals: $0) }
        return rated + [untaxed].compactMap(\.self)
    }

    /// The totals for programs.
    var json: JSONValue {
        .object([
            ("taxRate", rate.map { .int(Int($0)) } ?? .null), ("title", .string(title)),
            ("net", .string(Money.plainText(totals.net))),
            ("tax", .string(Money.plainText(totals.tax))),
            ("gross", .string(Money.plainText(totals.amount))),
        ])
    }
}
