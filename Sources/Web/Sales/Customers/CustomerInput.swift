import Domain
import Persistence

/// A customer as a form posts it.
struct CustomerInput: Sendable {
    /// The fields as they were typed, without the number of a card.
    let posted: PostedForm
    private let name: Posted<String>
    private let emailid: Posted<String>
    private let contactno: Posted<String>
    private let notes: Posted<String>
    private let consentDay: Posted<CalendarDay>
    private let consentNote: Posted<String>
    private let paperLanguage: Posted<String>
    private let contact: ContactInput
    /// What was bought first; nil where none is named, or needed.
    private let sale: SaleInput?
    /// Whether the form has one line, whose fields have plain names.
    private let hasPlainLine: Bool
    private let card: CardInput
    /// The version that the form was filled from; nil where the last write wins.
    private let version: Int64?
    private let faults: [FormFault]

    /// Reads a form.
    ///
    /// - Parameters:
    ///   - languages: those that papers can be in.
    ///   - isNew: whether the form makes a customer, with a first sale.
    init(_ form: FormData, _ languages: PaperLanguages, isNew: Bool) {
        hasPlainLine = isNew && form.hasPlainLine
        posted = PostedForm(hasPlainLine ? form.withNumberedLine : form)
        // Name and month that come with a number belong to a new card, whatever they were before.
        var decoder = form.hadCardNumber ? FormDecoder(posted.typed) : posted.decoder
        name = decoder.requiredLine("name", label: "Name", isNew: isNew, limit: 100)
        emailid = decoder.line("emailid", label: "E-mail", limit: 254)
        contactno = decoder.line(
            "contactno", label: "Phone", limit: 40, reading: ContactNumber.plain)
        notes = decoder.text("notes", label: "Notes", limit: Customer.longestNotes)
        let consentDay = decoder.day("consentedAt", label: "Consent")
        if let fault = consentDay.value.flatMap(Customer.fault(ofConsent:)) {
            decoder.fail("consentedAt", "Consent", fault)
        }
        self.consentDay = consentDay
        consentNote = decoder.line(
            "consentNote", label: "What was agreed", limit: Customer.longestConsentNote)
        paperLanguage = decoder.paperLanguage(among: languages)
        contact = ContactInput(posted, &decoder)
        sale = isNew && posted.typed.namesProduct ? SaleInput(posted.typed) : nil
        card = CardInput(posted.typed, &decoder)
        version = posted.version(&decoder)
        faults =
            decoder.faults
            + (isNew && sale == nil && !posted.typed.hasFaultInLines ? [.missingSale] : [])
    }

    /// Whether the form is to come back with one more line, and nothing is to be saved yet.
    var asksForLine: Bool { posted.typed["add"] != nil && posted.typed.cardFaults.isEmpty }

    /// A refusal whose faults have the names of the fields as they were posted.
    func asPosted(_ refusal: FormRefusal) -> FormRefusal {
        guard hasPlainLine else { return refusal }
        var plain = refusal
        plain.faults = refusal.faults.map(\.withPlainName)
        return plain
    }

    /// Makes the customer, with what was sold first.
    ///
    /// - Throws: ``FormRefusal`` with everything that is wrong with the form.
    func makeCustomer(in context: ManagedObjectContext) throws -> Customer {
        let customer = try Customer.add(details(nil), card: card.updating(nil), in: context)
        try contact.apply(to: customer, in: context)
        let found = try faultList(customer, keeping: nil)
        if let sale {
            _ = try sale.make(besides: found) { try customer.addSale($0, in: context) }
        } else {
            try found.check()
        }
        return customer
    }

    /// Whether the customer was changed in a way that the form would undo, or its person has not
    /// seen.
    func isStale(_ saved: CustomerValues) -> Bool {
        posted.isStale(version, saved.rowVersion, saved.texts)
    }

    /// Gives a customer what was posted.
    ///
    /// - Throws: ``FormRefusal`` with everything that is wrong with the form.
    func apply(to customer: Customer, in context: ManagedObjectContext) throws {
        let kept = customer.creditCard?.details
        customer.take(details(customer))
        try contact.apply(to: customer, in: context)
        customer.replaceCard(with: card.updating(kept), in: context)
        try faultList(customer, keeping: kept).check()
    }

    private func details(_ customer: Customer?) -> CustomerDetails {
        var details = CustomerDetails(
            name: name.updating(customer?.name), emailid: emailid.updating(customer?.emailid),
            contactno: contactno.updating(customer?.contactno))
        details.notes = notes.updating(customer?.notes)
        details.consentDay = consentDay.updating(customer?.consentDay)
        details.consentNote = consentNote.updating(customer?.consentNote)
        details.paperLanguage = paperLanguage.updating(customer?.paperLanguage)
        return details
    }

    /// What is wrong with the form, and with the customer whom it makes.
    ///
    /// - Parameter kept: what was kept of a card before.
    private func faultList(_ customer: Customer, keeping kept: CardDetails?) throws -> FaultList {
        var list = FaultList(faults + card.faults(keeping: kept))
        try list.add(
            valuesOf: customer,
            ["name", "emailid", "contactno", "notes", "taxNumber", "consentNote"])
        if let card = customer.creditCard, !card.isDeleted {
            try list.add(valuesOf: card, ["holder", "expiry"])
        }
        return list
    }
}
