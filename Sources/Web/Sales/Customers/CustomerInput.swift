import Domain
import Foundation
import Persistence

extension Customers {
    /// The fields of the form.
    ///
    /// - Parameter isNew: whether it makes a customer, with a first sale.
    func parameters(isNew: Bool) -> [RouteParameter] {
        let sale: [RouteParameter] = ["product", "productName", "quantity", "unitPrice", "endsOn"]
        return fields.map { RouteParameter($0) } + ["holder", "number", "expiry"]
            + PostalAddress.fields.map { RouteParameter(PostalAddress.field(0, $0.name)) }
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
        let addresses = decoder.addresses(of: posted)
        if addresses != .absent { customer.take(addresses: addresses.value ?? [], in: context) }
        var faults = FaultList(decoder.faults)
        faults.add(customer.takeCard(posted, decoder, in: context))
        try faults.add(valuesOf: customer, fields.filter { $0.spelling == nil }.map(\.name))
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
            faults.fail("sales", "Purchases", "add at least one product")
        }
        try faults.check()
        try site.household.save(context)
        return (
            try summary(of: customer, in: context),
            customer.sales.min { $0.number < $1.number }?.objectID.recordNumber
        )
    }
}

// MARK: - Card

extension Customer {
    /// Sets the posted card, reduced to the part that may be stored. Returns the faults.
    fileprivate func takeCard(
        _ posted: PostedForm, _ decoder: FormDecoder, in context: ManagedObjectContext
    ) -> [FieldError] {
        let (form, kept) = (posted.typed, creditCard?.details)
        // Name and month next to a number belong to a new card, even if they are unchanged.
        var reader = form.hadCardNumber ? FormDecoder(form) : decoder
        let holder = reader.line("holder", label: FormText.label(of: "holder"), limit: 100)
        let expiry = reader.expiry()
        let isRemoved = reader.flag("removeCard", label: "Forget this card") ?? false
        var card = isRemoved ? nil : kept
        if !isRemoved, let number = form.cardNumber {
            card = CardDetails(number, holder: holder.value, expiry: expiry.value)
        } else if var details = card {
            details.holder = holder.updating(details.holder)
            details.expiry = expiry.map(\.description).updating(details.expiry)
            card = details
        }
        replaceCard(with: card, in: context)
        let hasDetails = holder.value != nil || expiry.value != nil
        if hasDetails, !form.hadCardNumber, kept == nil, !isRemoved {
            reader.fail(
                "number", FormText.label(of: "number"),
                "enter it to keep the card, or clear the other fields of the card")
        }
        return reader.faults
    }
}

extension FormDecoder {
    /// The month in which a card expires.
    fileprivate mutating func expiry() -> FieldUpdate<CardExpiry> {
        let label = FormText.label(of: "expiry")
        let line = line("expiry", label: label, limit: 20)
        guard let text = line.value else { return line == .cleared ? .cleared : .absent }
        do {
            return .value(try CardExpiry(parsing: text))
        } catch {
            fail("expiry", label, error.description)
            return .absent
        }
    }
}

// MARK: - Addresses

extension PostalAddress {
    /// The name of a field of an address.
    static func field(_ index: Int, _ key: String) -> String { "addresses[\(index)][\(key)]" }

    /// The indexes of the addresses in a form, in order.
    static func indexes(in form: FormData) -> [Int] {
        form.indexes(of: "addresses").filter { $0 < 1_000 }
    }
}

extension FormDecoder {
    /// The posted addresses, which replace all if any part of one is posted. The parts are separate
    /// fields, `addresses[0][city]`.
    fileprivate mutating func addresses(of posted: PostedForm) -> FieldUpdate<[PostalAddress]> {
        let fields = posted.typed.fields.filter { $0.name.hasPrefix("addresses[") }
        let isTouched = fields.contains { field in
            posted.shown.isEmpty || (posted.shown[field.name] ?? "") != field.value
        }
        guard isTouched else { return .absent }
        var reader = FormDecoder(posted.typed)
        let known = reader.faults.count
        let addresses = PostalAddress.indexes(in: posted.typed).map { reader.address($0) }
        for fault in reader.faults.dropFirst(known) { fail(fault) }
        guard addresses.count <= Customer.mostContacts else {
            fail(
                PostalAddress.field(0, "street"), "Street",
                "there are \(addresses.count) addresses; at most \(Customer.mostContacts) are kept")
            return .absent
        }
        let kept = addresses.filter { !$0.isEmpty }
        return kept.isEmpty ? .cleared : .value(kept)
    }

    private mutating func address(_ index: Int) -> PostalAddress {
        var address = PostalAddress()
        for part in PostalAddress.fields {
            let (field, label) = (PostalAddress.field(index, part.name), part.label)
            let value =
                switch part.name {
                // A street may have several lines.
                case "street": text(field, label: label, limit: part.limit)
                case "countryCode": country(field)
                default: line(field, label: label, limit: part.limit)
                }
            address[keyPath: part.path] = value.value
        }
        return address
    }
}

// MARK: - First sale

extension FormData {
    /// Whether the form has plain names.
    var hasPlainLine: Bool {
        SaleLineReader.indexes(in: self).isEmpty
            && fields.contains { SaleLineReader.plainKeys.contains($0.name) }
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
        return renamed { SaleLineReader.plainKeys.contains($0) ? SaleLineReader.name(0, $0) : $0 }
    }

    /// Whether the lines already have a fault, which makes the message about missing lines
    /// needless.
    var hasFaultInLines: Bool { cardFaults.contains { $0.field.hasPrefix("lines[") } }
}
