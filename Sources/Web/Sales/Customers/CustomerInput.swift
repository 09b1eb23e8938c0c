import Domain
import Persistence

/// The posted form of a customer.
struct CustomerInput: Sendable {
    /// The input, without the number of a card.
    let posted: PostedForm
    private let name: FieldUpdate<String>
    private let emailid: FieldUpdate<String>
    private let contactno: FieldUpdate<String>
    private let notes: FieldUpdate<String>
    private let consentDay: FieldUpdate<CalendarDay>
    private let consentNote: FieldUpdate<String>
    private let paperLanguage: FieldUpdate<String>
    private let contact: ContactInput
    /// The first sale; nil if none is posted or needed.
    private let sale: SaleInput?
    /// Whether the form has one line, whose fields have plain names.
    private let hasPlainLine: Bool
    private let card: CardInput
    /// The version that the form was filled from; nil if the last write wins.
    private let version: Int64?
    private let faults: [FieldError]

    /// The fields of the form.
    ///
    /// - Parameter isNew: whether it makes a customer, with a first sale.
    static func parameters(isNew: Bool) -> [RouteParameter] {
        let address = ["label", "street", "postalCode", "city", "region", "countryCode"]
        let fields: [RouteParameter] = [
            "name", "emailid", "contactno", "numbers", "tags", "taxNumber", "paperLanguage",
            "notes", "consentedAt", "consentNote", "holder", "number", "expiry",
        ]
        let sale: [RouteParameter] = ["product", "productName", "quantity", "unitPrice", "endsOn"]
        return fields + address.map { RouteParameter("addresses[0][\($0)]") }
            + (isNew ? sale + SaleInput.parameters : [.flag("removeCard"), .version])
    }

    ///
    /// - Parameters:
    ///   - languages: the languages of papers.
    ///   - isNew: whether the form creates a customer, with a first sale.
    init(_ form: FormData, _ languages: PaperLanguages, isNew: Bool) {
        hasPlainLine = isNew && form.hasPlainLine
        posted = PostedForm(hasPlainLine ? form.withNumberedLine : form)
        // Name and month next to a number belong to a new card, even if they are unchanged.
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

    /// Whether the user asks for another line, so that nothing is saved yet.
    var asksForLine: Bool { posted.typed["add"] != nil && posted.typed.cardFaults.isEmpty }

    /// The rejection with the field names of the posted form.
    func asPosted(_ refusal: ValidationErrors) -> ValidationErrors {
        guard hasPlainLine else { return refusal }
        var plain = refusal
        plain.faults = refusal.faults.map(\.withPlainName)
        return plain
    }

    /// Makes the customer with the first sale.
    ///
    /// - Throws: ``ValidationErrors`` with all faults of the form.
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

    /// Whether the saved customer has changes that the form would undo, or that the user has not
    /// seen.
    func isStale(_ saved: CustomerValues) -> Bool {
        posted.isStale(version, saved.rowVersion, saved.texts)
    }

    /// Sets the posted values of a customer.
    ///
    /// - Throws: ``ValidationErrors`` with all faults of the form.
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

    /// The faults of the form and of the customer that it makes.
    ///
    /// - Parameter kept: the stored card, if any.
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

/// The posted card, reduced to the part that may be stored.
struct CardInput: Sendable {
    private let number: CardNumber?
    private let hadNumber: Bool
    private let holder: FieldUpdate<String>
    private let expiry: FieldUpdate<CardExpiry>
    private let isRemoved: Bool

    /// Reads a form.
    init(_ typed: FormData, _ decoder: inout FormDecoder) {
        number = typed.cardNumber
        hadNumber = typed.hadCardNumber
        holder = decoder.line("holder", label: FormText.label(of: "holder"), limit: 100)
        expiry = Self.expiry(&decoder)
        isRemoved = typed["removeCard"] == "yes"
    }

    /// The card after the update; nil for none.
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

    /// Name and month need the number of a card.
    func faults(keeping kept: CardDetails?) -> [FieldError] {
        let hasDetails = holder.value != nil || expiry.value != nil
        guard hasDetails, !hadNumber, kept == nil, !isRemoved else { return [] }
        return [
            FieldError(
                field: "number", label: FormText.label(of: "number"),
                message: "enter it to keep the card, or clear the other fields of the card")
        ]
    }

    private static func expiry(_ decoder: inout FormDecoder) -> FieldUpdate<CardExpiry> {
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

/// The names of a single line's fields for scripts. A customer's first sale has either these or the
/// numbered lines of any sale.
private let plainNames = ["productName", "product", "quantity", "unitPrice"]

extension FormData {
    /// Whether the form has plain names.
    var hasPlainLine: Bool {
        SaleLineReader.indexes(in: self).isEmpty
            && fields.contains { plainNames.contains($0.name) }
    }

    /// Whether any line names a product.
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
    /// Denies a line that sells an item, unless the user may edit the inventory.
    ///
    /// - Throws: ``SiteError`` 403.
    func checkItems(for viewer: Viewer) throws(SiteError) {
        let namesItem = SaleLineReader.indexes(in: self).contains { index in
            self[SaleLineReader.name(index, "itemKey")]?.isEmpty == false
        }
        if namesItem { try viewer.check(.editors(of: .inventory)) }
    }

    /// The form with its single line under numbered names.
    var withNumberedLine: FormData {
        guard hasPlainLine else { return self }
        return renamed { plainNames.contains($0) ? SaleLineReader.name(0, $0) : $0 }
    }

    /// Whether the lines already have a fault, which makes the message about missing lines
    /// needless.
    var hasFaultInLines: Bool { cardFaults.contains { $0.field.hasPrefix("lines[") } }
}

extension FieldError {
    /// The fault of a customer without a sale, in the words of the model.
    static let missingSale = FieldError(
        field: "sales", label: "Purchases",
        message: "add at least one product")

    /// The fault of a line under the plain name of its field.
    var withPlainName: FieldError { named(plainNames) { SaleLineReader.name(0, $0) } }

    /// The fault under a plain name of its field.
    ///
    /// - Parameter numbered: returns the name of the field in a form with several.
    func named(_ names: [String], from numbered: (String) -> String) -> FieldError {
        guard let name = names.first(where: { numbered($0) == field }) else { return self }
        return FieldError(
            field: name, label: FormText.label(of: name), message: message, readings: readings)
    }
}
