import Domain
import Persistence

/// A quote as a form posts it: lines as a sale has them, whom it is for, and until when it holds.
struct QuoteInput: Sendable {
    /// The customer whom it is for, by record number; nil for somebody who is none yet.
    let customer: Int64?
    private let sale: SaleInput
    private let lastDay: Posted<CalendarDay>
    private let buyerName: Posted<String>
    private let buyerAddress: Posted<String>
    private let faults: [FormFault]

    init(_ form: FormData) {
        // Nothing is paid for a quote.
        sale = SaleInput(form.without(fieldsOf: "payments"))
        var decoder = FormDecoder(form)
        customer = decoder.id("customer", label: "Customer", of: "customer").value.map(Int64.init)
        buyerName = decoder.line("buyerName", label: "Name", limit: 100)
        buyerAddress = decoder.text("buyerAddress", label: "Address", limit: 1_000)
        lastDay = decoder.day("validThrough", label: "Valid until")
        faults = decoder.faults
    }

    /// Makes the quote, or changes one.
    ///
    /// - Throws: ``FormRefusal`` with everything that is wrong, and errors of the store.
    func make(from former: Quote? = nil, in context: ManagedObjectContext) throws -> Quote {
        let buyer = try customer.flatMap { try Customer.find($0, in: context) }
        if let customer, buyer == nil {
            throw FormRefusal(
                faults: faults + [
                    .unknown("customer", String(customer), field: "customer", label: "Customer")
                ])
        }
        return try sale.make(besides: FaultList(faults)) { entered in
            var draft = QuoteDraft(entered)
            draft.buyerName = buyerName.value
            draft.buyerAddress = buyerAddress.value
            switch lastDay {
            case .value(let day): draft.lastDay = day
            case .absent: draft.lastDay = entered.day.adding(days: QuoteDraft.usualDays)
            case .cleared: draft.lastDay = nil
            }
            guard let former else { return try Quote.add(draft, for: buyer, in: context) }
            try former.change(to: draft, for: buyer, in: context)
            return former
        }
    }
}

extension FormData {
    /// The form without the fields of a group: `payments[0][kind]` and so on.
    fileprivate func without(fieldsOf group: String) -> FormData {
        var form = FormData()
        form.currency = currency
        for field in fields where !field.name.hasPrefix("\(group)[") { form.append(field) }
        return form
    }
}
