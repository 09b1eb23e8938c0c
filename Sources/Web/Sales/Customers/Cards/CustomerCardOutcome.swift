import Domain
import Persistence

/// What became of an address card that was brought in.
enum CustomerCardOutcome: Sendable {
    /// The customer got what was not known yet.
    case completed(SaleValues.Buyer, [String])
    /// All of it was known.
    case known(SaleValues.Buyer)
    /// Several customers have its address or number; nothing was changed.
    case ambiguous(VCard, [SaleValues.Buyer])
    /// Nobody has its address or number: a customer begins with a purchase.
    case new(VCard)
}

extension Shop {
    /// Completes the customers who have the e-mail address or a number of a card. Nothing that is
    /// there is changed.
    ///
    /// - Throws: ``FormRefusal`` for what breaks a rule of the model.
    func takeCards(_ cards: [VCard]) async throws -> [CustomerCardOutcome] {
        try await change { context in
            var outcomes: [CustomerCardOutcome] = []
            for card in cards {
                let found = try customers(fitting: card, in: context)
                let buyers = found.map {
                    SaleValues.Buyer(
                        recordNumber: $0.objectID.recordNumber ?? 0, name: $0.name ?? "")
                }
                guard let customer = found.first, let buyer = buyers.first else {
                    outcomes.append(.new(card))
                    continue
                }
                guard found.count == 1 else {
                    outcomes.append(.ambiguous(card, buyers))
                    continue
                }
                let added = try customer.complete(with: card, in: context)
                outcomes.append(added.isEmpty ? .known(buyer) : .completed(buyer, added))
            }
            try household.save(context)
            return outcomes
        }
    }

    private func customers(
        fitting card: VCard, in context: ManagedObjectContext
    ) throws -> [Customer] {
        var found: [Customer] = []
        let keys =
            card.emails.map { (Optional($0), String?.none) }
            + card.numbers.map { (nil, Optional($0.number)) }
        for (email, number) in keys {
            let customers = try household.customers.duplicates(
                emailid: email, contactno: number, in: context)
            found += customers.filter { customer in !found.contains { $0 === customer } }
        }
        return found
    }
}

extension CustomerCardOutcome {
    /// The outcome for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        func reference(_ buyer: SaleValues.Buyer) -> JSONValue {
            .object([("id", .int(Int(buyer.recordNumber))), ("name", .string(buyer.name))])
        }
        switch self {
        case .completed(let buyer, let added):
            return .object([
                ("state", .string("completed")), ("customer", reference(buyer)),
                ("added", .array(added.map { .string($0) })),
            ])
        case .known(let buyer):
            return .object([("state", .string("known")), ("customer", reference(buyer))])
        case .ambiguous(let card, let buyers):
            return .object([
                ("state", .string("ambiguous")), ("name", .string(card.name)),
                ("customers", .array(buyers.map(reference))),
            ])
        case .new(let card):
            return .object([
                ("state", .string("new")), ("name", .string(card.name)),
                ("form", .string(links(card.formPath))),
            ])
        }
    }
}

extension VCard {
    /// The form of a new customer in which stands what the card says.
    var formPath: SitePath { SitePath.newCustomer.query(formFields(notes: 500)) }

    /// Whether something in it looks like the number of a card, which no form takes.
    var hasCardNumber: Bool {
        var form = FormData()
        for (name, value) in formFields() { form.append(FormData.Field(name: name, value: value)) }
        return !form.withoutCardNumbers.cardFaults.isEmpty
    }

    /// The fields of a new customer.
    ///
    /// - Parameter length: how much of the notes; nil, the default, for all.
    private func formFields(notes length: Int? = nil) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [("name", name)]
        if let email = emails.first { fields.append(("emailid", email)) }
        if let number = numbers.first { fields.append(("contactno", number.number)) }
        if numbers.count > 1 {
            let lines = numbers.dropFirst().map(\.line).joined(separator: "\n")
            fields.append(("numbers", lines))
        }
        for (index, address) in addresses.prefix(3).enumerated() {
            for (key, _, _) in ContactInput.parts where !address.text(key).isEmpty {
                fields.append((ContactInput.name(index, key), address.text(key)))
            }
        }
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ", "))) }
        if let notes { fields.append(("notes", String(notes.prefix(length ?? notes.count)))) }
        return fields
    }
}
