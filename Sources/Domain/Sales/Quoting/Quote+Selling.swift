import Foundation
public import Persistence

extension Quote {
    /// Makes the sale of what was offered: the same lines, prices, discounts and taxes.
    ///
    /// - Parameters:
    ///   - terms: its day and time, and how it is paid; its lines, discount and tax say nothing.
    ///   - customer: to whom; nil, the default, for the customer of the quote, or for somebody who
    ///     walked in.
    /// - Throws: ``SaleRefusal`` with what is wrong with it, and errors of the store.
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
            // There are no fields of lines in a form that takes a quote as it is.
            throw SaleRefusal(refusal.faults.map(\.ofWholeQuote))
        }
        made.quote = self
        return made
    }

    /// Why it cannot become a sale; empty if it can.
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
    /// The line as a sale takes it over; nil without a product, which no line that was saved is.
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
    /// The same fault about the quote as a whole, with the number of the line.
    fileprivate var ofWholeQuote: SaleFault {
        guard let line else { return self }
        return SaleFault("quote", "Line \(line + 1): \(description)")
    }
}
