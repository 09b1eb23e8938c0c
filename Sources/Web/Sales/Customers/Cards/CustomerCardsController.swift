import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// Exports customers as address cards (vCard), and imports address cards.
struct CustomerCardsController: SalesRoutes {
    let shop: Shop

    private var customers: Customers { shop.customers }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.customerCard("{id}"), by: .readers(of: .sales), use: show)
        routes.get(.allCustomerCards, by: .readers(of: .sales), use: index)
        routes.get(.customerCards, by: .editors(of: .sales), use: new)
        routes.post(
            .customerCards, by: .editors(of: .sales),
            as: .form(.file("file"), gives: .records(.any)), use: create)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let card = try await shop.household.container.read { records in
            try shop.customer(number, in: records).vCard.text
        }
        return Self.file(card, named: "customer-\(number)")
    }

    /// The cards of all customers in the list with the same query.
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try customers.view(request)
        try list.check()
        let container = shop.household.container
        let cards = try await container.read(timeLimit: site.longestRead) { records in
            let ids = try customers.allIDs(of: list, in: records)
            var cards = ""
            for start in stride(from: 0, to: ids.count, by: Self.batch) {
                let some: [Customer] = try records.objects(
                    with: ids[start..<min(start + Self.batch, ids.count)],
                    prefetching: customers.prefetching)
                for customer in some { cards += customer.vCard.text }
            }
            return cards
        }
        return Self.file(cards, named: "customers")
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(CustomerCardsPage(shop), context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The cards were not read") {
            let outcomes = try await shop.takeCards(try await Self.entries(posted))
            if let refusal = Self.refusal(of: outcomes) { throw refusal }
            guard !request.wantsJSON else {
                return site.changed(
                    .object([("records", .array(outcomes.map(\.json)))]),
                    at: .customerCards, after: request, flash: .customersCompleted)
            }
            var page = CustomerCardsPage(shop)
            page.rows = outcomes.map(\.row)
            var response = try site.renderer.response(page, context: context)
            response.headers[.cacheControl] = "no-store"
            return response
        } showing: { refusal in
            var page = CustomerCardsPage(shop)
            page.show(posted, refusal)
            return page
        }
    }

    /// The cards in the file of a form.
    private static func entries(_ form: FormData) async throws -> [VCardEntry] {
        guard let upload = form.file("file") else {
            throw refusal("choose a file (curl: -F file=@contacts.vcf)")
        }
        guard upload.byteCount <= mostBytes else {
            throw refusal("it has more than \(mostBytes / 1_000_000) MB")
        }
        try await upload.waitUntilWritten()
        do {
            return try VCard.entries(in: Data(contentsOf: URL(fileURLWithPath: upload.path)))
        } catch let fault as VCardFault {
            throw refusal(FormText.clause(fault.description))
        }
    }

    /// The reason why no card could be read; nil if one could.
    private static func refusal(of outcomes: [CustomerCardOutcome]) -> ValidationErrors? {
        let reasons = outcomes.compactMap(\.refusal)
        guard reasons.count == outcomes.count else { return nil }
        let more = reasons.count > mostReasons ? "; and \(reasons.count - mostReasons) more" : ""
        return refusal(
            "no card can be read: " + reasons.prefix(mostReasons).joined(separator: "; ") + more)
    }

    /// The number of unreadable cards that a rejection lists.
    private static let mostReasons = 5

    /// The number of customers that are read at once.
    private static let batch = 500

    /// The maximum number of bytes of a file, including the pictures in cards.
    private static let mostBytes = 20_000_000

    private static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors("file", "File", message)
    }

    private static func file(_ text: String, named name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: VCard.mediaType,
                .contentDisposition: "attachment; filename=\"\(name).vcf\"",
                .cacheControl: "no-store",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// The import of address cards, with its results.
struct CustomerCardsPage: FieldsPage {
    static let template = "sales/customers/cards"

    var layout: LayoutPage
    var path: String
    /// All customers as one file of cards.
    var allPath: String
    var summary = FaultSummary()
    var fields = FormFields("file")
    var rows: [CustomerCardRow] = []
}

/// An imported address card.
struct CustomerCardRow: Sendable {
    var name: String
    /// `Completed: +49 171 1234567, garden`.
    var text: String
    var path: String
    /// `Look`, `New customer`.
    var label: String
}

extension CustomerCardsPage {
    init(_ shop: Shop) {
        self.init(
            layout: shop.customers.layout("Address cards"),
            path: shop.links(.customerCards), allPath: shop.links(.allCustomerCards))
    }
}

/// The result of importing an address card.
struct CustomerCardOutcome: Sendable {
    var row: CustomerCardRow
    let json: JSONValue
    /// The reason why the card cannot be read, with its line; nil if it can.
    var refusal: String?

    /// - Parameters:
    ///   - text: the result in words.
    ///   - omitted: the values that could not be stored, with the reasons; nil, the default, if none
    ///     was to be stored.
    ///   - members: the members of JSON after the state.
    init(
        _ state: String, _ name: String, _ text: String, at path: String, label: String = "Look",
        omitted: [String]? = nil, _ members: [(name: String, value: JSONValue)]
    ) {
        row = CustomerCardRow(name: name, text: text, path: path, label: label)
        var all = [(name: "state", value: JSONValue.string(state))] + members
        if let omitted {
            all.append(("omitted", .array(omitted.map { .string($0) })))
            if !omitted.isEmpty { row.text += ". Not kept: " + omitted.joined(separator: "; ") }
        }
        json = .object(all)
    }

    /// An unreadable card.
    init(_ entry: VCardEntry, refused reason: String) {
        self.init(
            "refused", "Card \(entry.number), line \(entry.line)", "Not read: \(reason)", at: "",
            label: "",
            [
                ("card", .int(entry.number)), ("line", .int(entry.line)),
                ("reason", .string(reason)),
            ])
        refusal = "line \(entry.line): \(reason)"
    }
}

extension Shop {
    /// Completes the customers with the e-mail address or a number of a card. Existing values are
    /// not changed.
    ///
    /// - Throws: ``ValidationErrors`` for broken rules of the model.
    func takeCards(_ entries: [VCardEntry]) async throws -> [CustomerCardOutcome] {
        try await site.change { context in
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
            return CustomerCardOutcome(entry, refused: FormText.clause(error.description))
        }
        if card.hasCardNumber {
            return CustomerCardOutcome(entry, refused: "it \(CardNumber.refusal)")
        }
        let found = try customers(fitting: card, in: context)
        // A new customer needs a purchase.
        guard let customer = found.first else {
            let form = links(card.formPath)
            return CustomerCardOutcome(
                "new", card.name, "Not a customer yet: add them with their first sale", at: form,
                label: "New customer", omitted: card.omissions + card.omissionsOfForm,
                [("name", .string(card.name)), ("form", .string(form))])
        }
        let path = links(.customer(customer.savedNumber))
        guard found.count == 1 else {
            let names = found.map { $0.name ?? "" }.joined(separator: ", ")
            return CustomerCardOutcome(
                "ambiguous", card.name,
                "Several customers have its address or number: \(names)", at: path,
                [
                    ("name", .string(card.name)), ("customers", .array(found.map(\.reference))),
                ])
        }
        let (added, omitted) = try customer.complete(with: card, in: context)
        let members = [(name: "customer", value: customer.reference)]
        guard !added.isEmpty else {
            return CustomerCardOutcome(
                "known", customer.name ?? "",
                omitted.isEmpty ? "Nothing was new" : "Nothing else was new", at: path,
                omitted: omitted, members)
        }
        return CustomerCardOutcome(
            "completed", customer.name ?? "", "Completed: \(added.joined(separator: ", "))",
            at: path, omitted: omitted,
            members + [("added", .array(added.map { .string($0) }))])
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

extension VCard {
    /// The maximum length of the notes, and the maximum number of addresses, in the query of the
    /// new form's address.
    private static let (mostNotes, mostAddresses) = (500, 3)

    /// The form of a new customer with the values of the card.
    var formPath: SitePath {
        SitePath.newCustomer.query(formFields(notes: Self.mostNotes, addresses: Self.mostAddresses))
    }

    /// The values that do not fit in that form.
    var omissionsOfForm: [String] {
        let length = notesWithEmails?.count ?? 0
        return
            (length > Self.mostNotes
            ? ["of its notes, the form has the first \(Self.mostNotes) characters"] : [])
            + addresses.dropFirst(Self.mostAddresses).map {
                "“\($0.lines.joined(separator: ", "))”: the form has \(Self.mostAddresses) addresses"
            }
    }

    /// Whether it contains what looks like a card number, which no form accepts.
    var hasCardNumber: Bool {
        var form = FormData()
        form.append(formFields(notes: .max, addresses: .max))
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
            for part in PostalAddress.fields {
                guard let text = address[keyPath: part.path], !text.isEmpty else { continue }
                fields.append((PostalAddress.field(index, part.name), text))
            }
        }
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ", "))) }
        if let notes = notesWithEmails { fields.append(("notes", String(notes.prefix(length)))) }
        return fields
    }
}
