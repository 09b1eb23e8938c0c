import Foundation
public import Persistence

extension Quote {
    /// Inserts a quote with its number and lines.
    ///
    /// - Parameters:
    ///   - draft: the entered values.
    ///   - customer: the customer. Default: nil, for the buyer in the draft.
    /// - Throws: ``SaleRefusal`` with its faults; errors of the store.
    public static func add(
        _ draft: QuoteDraft, for customer: Customer? = nil, in context: ManagedObjectContext
    ) throws -> Quote {
        // Determined first, because the new quote's default number must not count.
        let number = try nextNumber(in: context)
        let quote = Quote(context: context)
        try quote.take(number, on: draft.sale.day, in: context)
        try quote.take(draft, for: customer, in: context)
        return quote
    }

    /// Changes the quote under the same number.
    ///
    /// - Throws: ``SaleRefusal`` with its faults, or if it was accepted or withdrawn; errors of the
    ///   store.
    public func change(
        to draft: QuoteDraft, for customer: Customer? = nil, in context: ManagedObjectContext
    ) throws {
        let faults = sellingFaults
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        for line in lines {
            removeFromLines(line)
            context.delete(line)
        }
        try take(draft, for: customer, in: context)
    }

    private func take(
        _ draft: QuoteDraft, for customer: Customer?, in context: ManagedObjectContext
    ) throws {
        date = draft.sale.day.date
        validThrough = draft.lastDay?.date
        self.customer = customer
        buyerName = customer == nil ? draft.buyerName : nil
        buyerAddress = draft.buyerAddress
        note = draft.sale.note
        discount = draft.sale.discount
        let taxes = try SaleTaxes(draft.sale, in: context)
        var faults = draft.faults(isNamed: customer != nil)
        faults += try draft.sale.faults(taxes) { try add($0, at: $1, taxes, in: context) }
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        try calculateLinePrices(in: taxes.currency)
    }

    private func add(
        _ line: SaleDraft.Line, at index: Int, _ taxes: SaleTaxes, in context: ManagedObjectContext
    ) throws {
        if case .item = line.subject {
            throw SaleFault(
                line: index, "product", "An item from the inventory cannot be quoted.")
        }
        let product = try line.product(
            soldAs: nil, for: line.unitPrice, at: index, in: context)
        let added = QuoteLine(context: context)
        try added.take(line, of: product, for: line.unitPrice, at: index, taxes, in: context)
        addToLines(added)
    }
}

extension QuoteDraft {
    /// The faults other than those of its lines.
    ///
    /// - Parameter isNamed: whether it is for a customer.
    fileprivate func faults(isNamed: Bool) -> [SaleFault] {
        var faults: [SaleFault] = []
        if sale.lines.isEmpty {
            faults.append(SaleFault("lines", "Add at least one line."))
        }
        if !isNamed, buyerName == nil {
            faults.append(SaleFault("buyerName", "Enter who the quote is for."))
        }
        if let fault = SaleDraft.fault(of: sale.day) { faults.append(SaleFault("date", fault)) }
        if let lastDay {
            if let fault = SaleDraft.fault(of: lastDay) {
                faults.append(SaleFault("validThrough", fault))
            } else if lastDay < sale.day {
                faults.append(
                    SaleFault(
                        "validThrough",
                        "The last day of the prices is before the date of the quote."))
            }
        }
        return faults
    }
}
