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

/// A card as a form posts it, reduced to what may be kept.
struct CardInput: Sendable {
    private let number: CardNumber?
    private let hadNumber: Bool
    private let holder: Posted<String>
    private let expiry: Posted<CardExpiry>
    private let isRemoved: Bool

    /// Reads a form.
    init(_ typed: FormData, _ decoder: inout FormDecoder) {
        number = typed.cardNumber
        hadNumber = typed.hadCardNumber
        holder = decoder.line("holder", label: FormText.label(of: "holder"), limit: 100)
        expiry = Self.expiry(&decoder)
        isRemoved = typed["removeCard"] == "yes"
    }

    /// What is kept of the card afterwards; nil for none.
    func updating(_ kept: CardDetails?) -> CardDetails? {
        guard !isRemoved else { return nil }
        if let number {
            return CardDetails(number, holder: holder.value, expiry: expiry.value)
        }
        guard var details = kept else { return nil }
        details.holder = holder.updating(details.holder)
        switch expiry {
        case .absent: break
        case .cleared: details.expiry = nil
        case .value(let month): details.expiry = month.description
        }
        return details
    }

    /// A name or a month alone makes no card.
    func faults(keeping kept: CardDetails?) -> [FormFault] {
        let hasDetails = holder.value != nil || expiry.value != nil
        guard hasDetails, !hadNumber, kept == nil, !isRemoved else { return [] }
        return [
            FormFault(
                field: "number", label: FormText.label(of: "number"),
                message: "enter it to keep the card, or clear the other fields of the card")
        ]
    }

    private static func expiry(_ decoder: inout FormDecoder) -> Posted<CardExpiry> {
        let line = decoder.line("expiry", label: FormText.label(of: "expiry"), limit: 20)
        guard let text = line.value else { return line == .cleared ? .cleared : .absent }
        do {
            return .value(try CardExpiry(parsing: text))
        } catch {
            decoder.fail("expiry", FormText.label(of: "expiry"), error.description)
            return .absent
        }
    }
}

/// The sale with which a customer begins has lines as any sale, or one line whose fields have plain
/// names, for scripts: `productName`, `product`, `quantity`, `unitPrice`.
private let plainNames = ["productName", "product", "quantity", "unitPrice"]

extension FormData {
    /// Whether the fields of the line have plain names.
    var hasPlainLine: Bool {
        SaleLineReader.indexes(in: self).isEmpty
            && fields.contains { plainNames.contains($0.name) }
    }

    /// Whether any line says what was sold.
    var namesProduct: Bool {
        SaleLineReader.indexes(in: self).contains { index in
            ["productName", "product", "itemKey"].contains { key in
                let value = self[SaleLineReader.name(index, key)] ?? ""
                return !value.allSatisfy(\.isWhitespace)
            }
        }
    }
}

extension FormData {
    /// Refuses a line that sells an item of the inventory, unless the viewer may change that.
    ///
    /// - Throws: ``SiteError`` 403.
    func checkItems(for viewer: Viewer) throws(SiteError) {
        let namesItem = SaleLineReader.indexes(in: self).contains { index in
            self[SaleLineReader.name(index, "itemKey")]?.isEmpty == false
        }
        if namesItem { try viewer.check(.editors(of: .inventory)) }
    }

    /// The form with its one line under the names that lines have.
    var withNumberedLine: FormData {
        renamed { plainNames.contains($0) ? SaleLineReader.name(0, $0) : $0 }
    }

    /// Whether something in the lines was refused already, so that there is no need to say that
    /// they are missing.
    var hasFaultInLines: Bool { cardFaults.contains { $0.field.hasPrefix("lines[") } }
}

extension FormFault {
    /// A customer without a sale, in the words of the model.
    static let missingSale = FormFault(
        field: "sales", label: "Purchases",
        message: "add at least one product")

    /// The fault of a line under the plain name of its field.
    var withPlainName: FormFault {
        guard let name = plainNames.first(where: { SaleLineReader.name(0, $0) == field }) else {
            return self
        }
        return FormFault(
            field: name, label: FormText.label(of: name), message: message, readings: readings)
    }
}
