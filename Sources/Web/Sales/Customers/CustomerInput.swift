import Domain
import Persistence

extension Customers {
    /// The fields of the form.
    ///
    /// - Parameter isNew: whether it makes a customer, with a first sale.
    static func parameters(isNew: Bool) -> [RouteParameter] {
        let fields: [RouteParameter] = [
            "name", "emailid", "contactno", "numbers", "tags", "taxNumber", "paperLanguage",
            "notes", "consentedAt", "consentNote", "holder", "number", "expiry",
        ]
        let sale: [RouteParameter] = ["product", "productName", "quantity", "unitPrice", "endsOn"]
        return fields
            + ContactInput.parts.map { RouteParameter(ContactInput.name(0, $0.key)) }
            + (isNew ? sale + SaleInput.parameters : [.flag("removeCard"), .version])
    }

    func take(
        _ posted: PostedForm, _ decoder: inout FormDecoder, to customer: Customer, isNew: Bool,
        in context: ManagedObjectContext
    ) throws {
        try faults(taking: posted, &decoder, to: customer, isNew: isNew, in: context).check()
    }

    /// Sets the posted values of a customer. Returns all faults of the form.
    ///
    /// - Throws: errors of the store.
    private func faults(
        taking posted: PostedForm, _ decoder: inout FormDecoder, to customer: Customer, isNew: Bool,
        in context: ManagedObjectContext
    ) throws -> FaultList {
        for field in fields { try field.take(&decoder, to: customer, isNew: isNew) }
        if decoder.form["consentedAt"] != nil,
            let fault = customer.consentDay.flatMap(Customer.fault(ofConsent:))
        {
            decoder.fail("consentedAt", FormText.label(of: "consentedAt"), fault)
        }
        let language = decoder.paperLanguage(among: site.papers).updating(customer.paperLanguage)
        if customer.paperLanguage != language { customer.paperLanguage = language }
        try ContactInput(posted, &decoder).apply(to: customer, in: context)
        let kept = customer.creditCard?.details
        // Name and month next to a number belong to a new card, even if they are unchanged.
        var reader = posted.typed.hadCardNumber ? FormDecoder(posted.typed) : decoder
        let card = CardInput(posted.typed, &reader)
        customer.replaceCard(with: card.updating(kept), in: context)
        var faults = FaultList(decoder.faults + reader.faults + card.faults(keeping: kept))
        try faults.add(
            valuesOf: customer,
            ["name", "emailid", "contactno", "notes", "taxNumber", "consentNote"])
        if let card = customer.creditCard, !card.isDeleted {
            try faults.add(valuesOf: card, ["holder", "expiry"])
        }
        return faults
    }

    /// Adds a customer with the first sale, and saves them.
    ///
    /// - Returns: the customer, and the record number of the sale.
    /// - Throws: ``ValidationErrors`` with all faults of the form.
    func addWithSale(
        _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> (customer: RecordSummary, sale: Int64?) {
        let customer = Customer(context: context)
        var decoder = posted.decoder
        var faults = try faults(
            taking: posted, &decoder, to: customer, isNew: true, in: context)
        if posted.typed.namesProduct {
            _ = try SaleInput(posted.typed).make(besides: faults) {
                try customer.addSale($0, in: context)
            }
        } else if !posted.typed.hasFaultInLines {
            faults.add([.missingSale])
        }
        try faults.check()
        try site.household.save(context)
        return (
            try summary(of: customer, in: context),
            customer.sales.min { $0.number < $1.number }?.objectID.recordNumber
        )
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
        isRemoved = decoder.flag("removeCard", label: "Forget this card") ?? false
    }

    /// The card after the update; nil for none.
    func updating(_ kept: CardDetails?) -> CardDetails? {
        guard !isRemoved else { return nil }
        if let number {
            return CardDetails(number, holder: holder.value, expiry: expiry.value)
        }
        guard var details = kept else { return nil }
        details.holder = holder.updating(details.holder)
        details.expiry = expiry.map(\.description).updating(details.expiry)
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

extension ValidationErrors {
    /// The same with the plain names of a single line's fields.
    var withPlainNames: ValidationErrors {
        var plain = self
        plain.faults = faults.map { $0.named(plainNames) { SaleLineReader.name(0, $0) } }
        return plain
    }
}

extension FieldError {
    /// The fault of a customer without a sale, in the words of the model.
    static let missingSale = FieldError(
        field: "sales", label: "Purchases",
        message: "add at least one product")

    /// The fault under a plain name of its field.
    ///
    /// - Parameter numbered: returns the name of the field in a form with several.
    func named(_ names: [String], from numbered: (String) -> String) -> FieldError {
        guard let name = names.first(where: { numbered($0) == field }) else { return self }
        return FieldError(
            field: name, label: FormText.label(of: name), message: message, readings: readings)
    }
}
