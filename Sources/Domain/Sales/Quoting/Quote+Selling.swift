import Foundation
public import Persistence

extension Quote {
    /// Inserts the sale of the quote: the same lines, prices, discounts and taxes.
    ///
    /// - Parameters:
    ///   - terms: its day, time and payments; its lines, discount and tax are ignored.
    ///   - customer: the customer. Default: nil, for the quote's customer or a walk-in.
    /// - Throws: ``SaleRefusal`` with its faults; errors of the store.
    public func sell(
        _ terms: SaleDraft, to customer: Customer? = nil, in context: ManagedObjectContext
    ) throws -> Sale {
        let faults = sellingFaults
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        var draft = SaleDraft(day: terms.day, lines: lines.compactMap(\.draft))
        draft.time = terms.time
        draft.discount = discount
        draft.note = terms.note ?? note
        draft.payments = terms.payments
        draft.isOnAccount = terms.isOnAccount
        let made: Sale
        do {
            made = try Sale.add(draft, to: customer ?? self.customer, in: context)
        } catch let refusal as SaleRefusal {
            // The form has no fields for lines.
            throw SaleRefusal(refusal.faults.map(\.ofWholeQuote))
        }
        made.quote = self
        return made
    }

    /// The reasons why it cannot become a sale; empty if it can.
    public var sellingFaults: [SaleFault] {
        if let sale = countingSale {
            return [
                SaleFault(
                    "quote", "Quote \(writtenNumber) has become sale \(sale.writtenNumber) already."
                )
            ]
        }
        return isWithdrawn ? [SaleFault("quote", "Quote \(writtenNumber) is withdrawn.")] : []
    }
}

extension QuoteLine {
    /// The line for a sale; nil without a product, which every saved line has.
    fileprivate var draft: SaleDraft.Line? {
        guard let number = product?.objectID.recordNumber else { return nil }
        var line = SaleDraft.Line(
            .product(number), quantity: quantity ?? 1, unitPrice: unitPrice)
        line.discount = discount
        line.tax = taxRate?.objectID.recordNumber.map { .rate($0) } ?? .untaxed
        return line
    }
}

extension SaleFault {
    /// The same fault for the whole quote, with the number of the line.
    fileprivate var ofWholeQuote: SaleFault {
        guard let line else { return self }
        return SaleFault("quote", "Line \(line + 1): \(description)")
    }
}
