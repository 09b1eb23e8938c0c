import Foundation
import Persistence

@testable import Domain

extension TestHousehold {
    /// Adds a tax rate. Returns the record number.
    func addTaxRate(_ name: String, _ percent: String, isAdded: Bool = false) throws -> Int64 {
        try household.container.write { context in
            let rate = TaxRate(context: context)
            rate.name = name
            rate.percent = Decimal(string: percent)
            rate.isAdded = isAdded
            try household.save(context)
            return rate.savedNumber
        }
    }

    /// Adds a sale to a customer. Returns the record number.
    @discardableResult
    func addSale(_ draft: SaleDraft, to customer: Int64?) throws -> Int64 {
        try household.container.write { context in
            let customer = try customer.flatMap { try Customer.find($0, in: context) }
            let sale = try Sale.add(draft, to: customer, in: context)
            try household.save(context)
            return sale.savedNumber
        }
    }

    /// The reasons for which a sale is refused; empty if it is not. It is not saved.
    func refusal(of draft: SaleDraft, to customer: Int64?) throws -> [String] {
        do {
            try household.container.write { context in
                let customer = try customer.flatMap { try Customer.find($0, in: context) }
                _ = try Sale.add(draft, to: customer, in: context)
            }
            return []
        } catch let refusal as SaleRefusal {
            return refusal.faults.map(\.description)
        }
    }

    /// The taxes of a sale: `VAT 19 %: 1 + 0.19`.
    func taxes(of sale: Int64) throws -> [String] {
        try household.container.read { context in
            (try Sale.find(sale, in: context)?.taxes ?? []).map { tax in
                let title = tax.percent.map { "\(tax.name) \($0)" } ?? "none"
                return "\(title): \(tax.net) + \(tax.tax)"
            }
        }
    }

    /// Takes payments for a sale.
    func pay(_ sale: Int64, _ drafts: [PaymentDraft], on day: CalendarDay = .test) throws {
        try household.container.write { context in
            try Sale.find(sale, in: context)?.pay(drafts, on: day, in: context)
            try household.save(context)
        }
    }

    func total(_ sale: Int64) throws -> Decimal { try amount(of: sale, \.total) }
    func net(_ sale: Int64) throws -> Decimal { try amount(of: sale, \.netAmount) }
    func owed(_ sale: Int64) throws -> Decimal { try amount(of: sale, \.owed) }

    private func amount(of sale: Int64, _ amount: KeyPath<Sale, Decimal>) throws -> Decimal {
        try household.container.read { try Sale.find(sale, in: $0)?[keyPath: amount] ?? 0 }
    }
}
