import Domain
import Persistence

/// What became of an address card that was brought in.
enum CustomerCardOutcome: Sendable {
    /// The customer got what was not known yet; with what could not be kept.
    case completed(SaleValues.Buyer, [String], omitted: [String])
    /// All of it was known, or could not be kept.
    case known(SaleValues.Buyer, omitted: [String])
    /// Several customers have its address or number; nothing was changed.
    case ambiguous(VCard, [SaleValues.Buyer])
    /// Nobody has its address or number: a customer begins with a purchase.
    case new(VCard)
    /// It cannot be read, for a reason.
    case refused(VCardEntry, String)
}

extension Shop {
    /// Completes the customers who have the e-mail address or a number of a card. Nothing that is
    /// there is changed.
    ///
    /// - Throws: ``FormRefusal`` for what breaks a rule of the model.
    func takeCards(_ entries: [VCardEntry]) async throws -> [CustomerCardOutcome] {
        try await change { context in
            let outcomes = try entries.map { try take($0, in: context) }
            try household.save(context)
            return outcomes
        }
    }

    private func take(
        _ entry: VCardEntry, in context: ManagedObjectContext
    ) throws -> CustomerCardOutcome {
        let card: VCard
        do {
            card = try entry.card.get()
        } catch {
            return .refused(entry, FormText.clause(error.description))
        }
        if card.hasCardNumber { return .refused(entry, "it \(CardNumber.refusal)") }
        let found = try customers(fitting: card, in: context)
        let buyers = found.map(SaleValues.Buyer.init)
        guard let customer = found.first, let buyer = buyers.first else { return .new(card) }
        guard found.count == 1 else { return .ambiguous(card, buyers) }
        let (added, omitted) = try customer.complete(with: card, in: context)
        return added.isEmpty
            ? .known(buyer, omitted: omitted) : .completed(buyer, added, omitted: omitted)
    }

    private func customers(
        fitting card: VCard, in context: ManagedObjectContext
    ) throws -> [Customer] {
        var found: [Customer] = []
        let keys =
            card.emails.map { (Optional($0), String?.none) }
            + card.numbers.map { (nil, Optional($0.number)) }
        for (email, number) in keys {
            let customers = try Customer.sharing(
                emailid: email, contactno: number, in: context)
            found += customers.filter { customer in !found.contains { $0 === customer } }
        }
        return found
    }
}

extension CustomerCardOutcome {
    /// What the card says that could not be kept, with the reasons.
    var omitted: [String] {
        switch self {
        case .completed(_, _, let omitted), .known(_, let omitted): omitted
        case .new(let card): card.omissions + card.omissionsOfForm
        case .ambiguous, .refused: []
        }
    }

    /// The outcome for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        let omitted = ("omitted", JSONValue.array(omitted.map { .string($0) }))
        switch self {
        case .completed(let buyer, let added, _):
            return .object([
                ("state", .string("completed")), ("customer", buyer.json),
                ("added", .array(added.map { .string($0) })), omitted,
            ])
        case .known(let buyer, _):
            return .object([
                ("state", .string("known")), ("customer", buyer.json), omitted,
            ])
        case .ambiguous(let card, let buyers):
            return .object([
                ("state", .string("ambiguous")), ("name", .string(card.name)),
                ("customers", .array(buyers.map(\.json))),
            ])
        case .new(let card):
            return .object([
                ("state", .string("new")), ("name", .string(card.name)),
                ("form", .string(links(card.formPath))), omitted,
            ])
        case .refused(let entry, let reason):
            return .object([
                ("state", .string("refused")), ("card", .int(entry.number)),
                ("line", .int(entry.line)), ("reason", .string(reason)),
            ])
        }
    }
}

extension VCard {
    /// How much of its notes, and how many of its addresses, the address of a form has room for.
    private static let (mostNotes, mostAddresses) = (500, 3)

    /// The form of a new customer in which stands what the card says.
    var formPath: SitePath {
        SitePath.newCustomer.query(formFields(notes: Self.mostNotes, addresses: Self.mostAddresses))
    }

    /// What does not stand in that form.
    var omissionsOfForm: [String] {
        let length = notesWithEmails?.count ?? 0
        return
            (length > Self.mostNotes
            ? ["of its notes, the form has the first \(Self.mostNotes) characters"] : [])
            + addresses.dropFirst(Self.mostAddresses).map {
                "“\($0.lines.joined(separator: ", "))”: the form has \(Self.mostAddresses) addresses"
            }
    }

    /// Whether something in it looks like the number of a card, which no form takes.
    var hasCardNumber: Bool {
        var form = FormData()
        for (name, value) in formFields(notes: .max, addresses: .max) {
            form.append(FormData.Field(name: name, value: value))
        }
        return !form.withoutCardNumbers.cardFaults.isEmpty
    }

    /// The fields of a new customer.
    private func formFields(
        notes length: Int, addresses count: Int
    ) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [("name", name)]
        if let email = emails.first { fields.append(("emailid", email)) }
        if let number = numbers.first { fields.append(("contactno", number.number)) }
        if numbers.count > 1 {
            let lines = numbers.dropFirst().map(\.line).joined(separator: "\n")
            fields.append(("numbers", lines))
        }
        for (index, address) in addresses.prefix(count).enumerated() {
            for (key, _, _) in ContactInput.parts where !address.text(key).isEmpty {
                fields.append((ContactInput.name(index, key), address.text(key)))
            }
        }
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ", "))) }
        if let notes = notesWithEmails { fields.append(("notes", String(notes.prefix(length)))) }
        return fields
    }
}
