import Foundation
public import Persistence

/// The invoice of a sale, with a number of its own: what is sent to whoever has to pay.
///
/// Numbers have no gaps: an invoice is never deleted, nor is the sale that it is about. The invoice of a
/// return gives the money back. What it says of the shop and of its products it keeps as it was when it was
/// issued, in `issuedTexts`.
public final class Invoice: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, texts: ["buyerName", "buyerReference"])
        try ValueRules.refuseCards(
            value, forKey: key, of: self, in: ["buyerAddress", "buyerTaxNumber", "note"])
    }
}

extension Invoice {
    /// The day of the invoice.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The day by which it is to be paid.
    public var dueDay: CalendarDay? { dueDate.map(CalendarDay.init) }

    /// What it was issued with; nil for an invoice from before that was kept, which says what the shop says
    /// of itself now.
    ///
    /// - Throws: `DecodingError` for a text that something else wrote.
    public func texts() throws -> IssuedTexts? {
        try issuedTexts.map { try IssuedTexts(parsing: $0) }
    }

    /// The number for the next invoice: 1 more than the greatest. Inside `write` no one else takes it.
    static func nextNumber(in context: ManagedObjectContext) throws -> Int64 {
        var greatest = try context.greatestNumber(of: "Invoice")
        for case let invoice as Invoice in context.insertedObjects {
            greatest = max(greatest, invoice.number)
        }
        return greatest + 1
    }
}

extension Sale {
    /// Makes the invoice of this sale, or of this return.
    ///
    /// - Throws: ``SaleRefusal`` with what is wrong with it, and errors of the store.
    public func addInvoice(
        _ draft: InvoiceDraft, in context: ManagedObjectContext
    ) throws -> Invoice {
        var faults: [SaleFault] = []
        if let invoice {
            faults.append(
                SaleFault(
                    "buyerName",
                    "Sale \(writtenNumber) has invoice \(invoice.writtenNumber) already."))
        }
        if isVoid { faults.append(SaleFault("buyerName", "Sale \(writtenNumber) is void.")) }
        if draft.buyerName.isEmpty {
            faults.append(SaleFault("buyerName", "Enter who the invoice is for."))
        }
        if let fault = SaleDraft.fault(of: draft.day) {
            faults.append(SaleFault("date", fault))
        } else if let soldOn = day, draft.day < min(soldOn, CalendarDay.today()) {
            faults.append(
                SaleFault("date", "The invoice cannot be dated before its sale, \(soldOn)."))
        }
        if let fault = SaleDraft.fault(of: draft.dueDay) {
            faults.append(SaleFault("dueDate", fault))
        } else if draft.dueDay < draft.day {
            faults.append(SaleFault("dueDate", "The due date is before the date of the invoice."))
        }
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        // A new invoice has a number by default: it must not be among those that are counted on from.
        let number = try Invoice.nextNumber(in: context)
        let invoice = Invoice(context: context)
        try invoice.take(number, on: draft.day, in: context)
        invoice.date = draft.day.date
        invoice.dueDate = draft.dueDay.date
        invoice.buyerName = draft.buyerName
        invoice.buyerAddress = draft.buyerAddress
        invoice.buyerTaxNumber = draft.buyerTaxNumber
        invoice.buyerReference = draft.buyerReference
        invoice.note = draft.note
        var texts = draft.texts
        // What comes back is of the invoice that was sent, whatever the shop sells in by now.
        if let original = try returnOf?.invoice?.texts() { texts.currency = original.currency }
        texts.lines = lines.map { IssuedTexts.Line($0) }
        invoice.issuedTexts = try texts.text
        invoice.sale = self
        return invoice
    }
}

extension Invoice {
    /// The name of who had to pay, once the person was removed.
    public static let removedBuyer = "The person was removed"

    /// Takes out who had to pay; number, days and amounts stay.
    func removeBuyer() {
        buyerName = Self.removedBuyer
        buyerAddress = nil
        buyerTaxNumber = nil
        buyerReference = nil
        if note != nil { note = nil }
    }
}
