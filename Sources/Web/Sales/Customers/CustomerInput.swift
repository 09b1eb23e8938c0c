import Domain
import Persistence

/// A customer as a form posts it.
struct CustomerInput: Sendable {
    /// The fields as they were typed, without the number of a card.
    let typed: GuardedForm
    private let name: Posted<String>
    private let emailid: Posted<String>
    private let contactno: Posted<String>
    private let sale: FirstSaleInput?
    private let card: CardInput
    /// The version that the form was filled from; nil where the last write wins.
    let version: Int64?
    private let faults: [FormFault]

    /// Reads a form.
    ///
    /// - Parameter isNew: whether the form makes a customer, with a first sale.
    init(_ form: FormData, isNew: Bool) {
        typed = GuardedForm(form)
        var decoder = FormDecoder(typed.form)
        typed.faults.forEach { decoder.fail($0) }
        name =
            decoder.message(for: "name") == nil
            ? decoder.requiredLine("name", label: "Name", isNew: isNew) : .absent
        emailid = decoder.line("emailid", label: "E-mail")
        contactno = decoder.line("contactno", label: "Number")
        sale = isNew ? FirstSaleInput(&decoder) : nil
        card = CardInput(typed, &decoder)
        version = decoder.integer("version", label: "Version", in: 0...Int.max).value
            .map(Int64.init)
        faults = decoder.faults
    }

    /// Makes the customer, with what was sold first.
    ///
    /// - Throws: ``FormRefusal`` with everything that is wrong with the form.
    func makeCustomer(in context: ManagedObjectContext) throws -> Customer {
        try check(card.faults(keeping: nil))
        do {
            return try Customer.add(
                details(nil), firstSale: sale?.draft, card: card.updating(nil), in: context)
        } catch let refusal as SaleRefusal {
            throw FormRefusal(faults: refusal.faults.map { FormFault($0, isFirstSale: true) })
        }
    }

    /// Gives a customer what was posted.
    ///
    /// - Throws: ``FormRefusal`` with everything that is wrong with the form.
    func apply(to customer: Customer, in context: ManagedObjectContext) throws {
        let kept = customer.creditCard?.details
        try check(card.faults(keeping: kept))
        customer.take(details(customer))
        let updated = card.updating(kept)
        if updated != kept { customer.take(updated, in: context) }
    }

    private func details(_ customer: Customer?) -> CustomerDetails {
        CustomerDetails(
            name: name.updating(customer?.name), emailid: emailid.updating(customer?.emailid),
            contactno: contactno.updating(customer?.contactno))
    }

    private func check(_ more: [FormFault]) throws(FormRefusal) {
        let all = faults + more
        if !all.isEmpty { throw FormRefusal(faults: all) }
    }
}

extension FormFault {
    /// What is wrong with a sale as it was entered.
    ///
    /// - Parameter isFirstSale: whether the form has one line, whose fields have plain names.
    init(_ fault: SaleFault, isFirstSale: Bool) {
        let keys = ["product": "productName", "lines": "sales"]
        let key = keys[fault.key] ?? fault.key
        self.init(field: key, label: FormText.label(of: key), message: fault.description)
    }
}
