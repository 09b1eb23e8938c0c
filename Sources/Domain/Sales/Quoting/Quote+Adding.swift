import Foundation
public import Persistence

extension Quote {
    /// Makes a quote, with its number and its lines. Nothing is sold by it.
    ///
    /// - Parameters:
    ///   - draft: what was entered.
    ///   - customer: for whom; nil, the default, for the person whom the draft names.
    /// - Throws: ``SaleRefusal`` with what is wrong with it, and errors of the store.
    public static func add(
        _ draft: QuoteDraft, for customer: Customer? = nil, in context: ManagedObjectContext
    ) throws -> Quote {
        // A new quote has a number by default: it must not be among those that are counted on from.
        let number = try nextNumber(in: context)
        let quote = Quote(context: context)
        quote.number = number
        quote.date = draft.sale.day.date
        quote.validThrough = draft.lastDay?.date
        quote.customer = customer
        quote.buyerName = customer == nil ? draft.buyerName : nil
        quote.buyerAddress = draft.buyerAddress
        quote.note = draft.sale.note
        quote.discount = draft.sale.discount
        let taxes = try SaleTaxes(draft.sale, in: context)
        var faults = draft.faults(isNamed: customer != nil)
        for (index, line) in draft.sale.lines.enumerated() {
            do {
                try quote.add(line, at: index, taxes, in: context)
            } catch let fault as SaleFault {
                faults.append(fault)
            }
        }
        if let fault = taxes.fault { faults.append(fault) }
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        let reckoning = try Reckoning(
            of: quote.lines, discount: quote.discount, to: taxes.currency.unit)
        quote.discountCents = reckoning.discount
        for (line, parts) in zip(quote.lines, reckoning.parts) { line.take(parts) }
        return quote
    }

    private func add(
        _ line: SaleDraft.Line, at index: Int, _ taxes: SaleTaxes, in context: ManagedObjectContext
    ) throws {
        let quantity = try SaleFault.checkedQuantity(line.quantity, line: index)
        if case .item = line.subject {
            throw SaleFault(
                line: index, "product", "An item of the inventory is sold at once, not quoted.")
        }
        let product = try line.product(
            soldAs: nil, for: line.unitPrice, at: index, in: context)
        let added = QuoteLine(context: context)
        added.product = product
        added.quantity = quantity
        added.unitPrice = line.unitPrice ?? product.price
        added.discount = line.discount
        added.taxRate = try taxes.rate(of: line, product, at: index, in: context)
        try added.checkPlaces(of: taxes.currency, line: index)
        addToLines(added)
    }

    /// The number for the next quote: 1 more than the greatest; a quote is never deleted. Inside `write`
    /// no one else takes it.
    static func nextNumber(in context: ManagedObjectContext) throws -> Int64 {
        var request = DictionaryFetchRequest(entityName: "Quote")
        request.columns = [("number", .function("max:", [.keyPath(["number"])]))]
        var greatest: Int64 = 0
        if case .integer(let number) = try context.fetchDictionaries(request).first?["number"] {
            greatest = number
        }
        for case let quote as Quote in context.insertedObjects {
            greatest = max(greatest, quote.number)
        }
        return greatest + 1
    }
}

extension QuoteDraft {
    /// What is wrong with it apart from its lines.
    ///
    /// - Parameter isNamed: whether it is for a customer.
    fileprivate func faults(isNamed: Bool) -> [SaleFault] {
        var faults: [SaleFault] = []
        if sale.lines.isEmpty {
            faults.append(SaleFault("lines", "A quote has at least one line."))
        }
        if !isNamed, buyerName == nil {
            faults.append(SaleFault("buyerName", "Say whom the quote is for."))
        }
        if let fault = SaleDraft.fault(of: sale.day) { faults.append(SaleFault("date", fault)) }
        if let lastDay {
            if let fault = SaleDraft.fault(of: lastDay) {
                faults.append(SaleFault("validThrough", fault))
            } else if lastDay < sale.day {
                faults.append(
                    SaleFault("validThrough", "The prices end before the day of the quote."))
            }
        }
        return faults
    }
}
