import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// Exports customers as address cards (vCard), and imports address cards.
struct CustomerCardsController: SalesRoutes {
    let shop: Shop
    private let customers: Customers

    init(shop: Shop) {
        self.shop = shop
        customers = Customers(shop: shop)
    }

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
                    .object([("records", .array(outcomes.map { $0.json(shop.links) }))]),
                    at: .customerCards, after: request, flash: .customersCompleted)
            }
            var page = CustomerCardsPage(shop)
            page.rows = outcomes.map { CustomerCardRow($0, shop.links) }
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
        var reasons: [String] = []
        for outcome in outcomes {
            guard case .refused(let entry, let reason) = outcome else { return nil }
            reasons.append("line \(entry.line): \(reason)")
        }
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
            layout: shop.site.layout(
                title: "Address cards", section: .sales, crumbs: [shop.customersCrumb]),
            path: shop.links(.customerCards), allPath: shop.links(.allCustomerCards))
    }
}

extension CustomerCardRow {
    init(_ outcome: CustomerCardOutcome, _ links: SiteLinks) {
        switch outcome {
        case .completed(let buyer, let added, _):
            self.init(
                name: buyer.name, text: "Completed: \(added.joined(separator: ", "))",
                path: links(.customer(buyer.recordNumber)), label: "Look")
        case .known(let buyer, let omitted):
            self.init(
                name: buyer.name,
                text: omitted.isEmpty ? "Nothing was new" : "Nothing else was new",
                path: links(.customer(buyer.recordNumber)), label: "Look")
        case .ambiguous(let card, let buyers):
            let names = buyers.map(\.name).joined(separator: ", ")
            self.init(
                name: card.name, text: "Several customers have its address or number: \(names)",
                path: links(.customer(buyers.first?.recordNumber ?? 0)), label: "Look")
        case .new(let card):
            self.init(
                name: card.name, text: "Not a customer yet: add them with their first sale",
                path: links(card.formPath), label: "New customer")
        case .refused(let entry, let reason):
            self.init(
                name: "Card \(entry.number), line \(entry.line)", text: "Not read: \(reason)",
                path: "", label: "")
        }
        if !outcome.omitted.isEmpty {
            text += ". Not kept: " + outcome.omitted.joined(separator: "; ")
        }
    }
}

/// The result of importing an address card.
enum CustomerCardOutcome: Sendable {
    /// The customer got the missing values; `omitted` lists those that could not be stored.
    case completed(Buyer, [String], omitted: [String])
    /// The customer already has all values, or the others could not be stored.
    case known(Buyer, omitted: [String])
    /// Several customers have its address or number; nothing was changed.
    case ambiguous(VCard, [Buyer])
    /// No customer has its address or number. A new customer needs a purchase.
    case new(VCard)
    /// The card is unreadable, for a reason.
    case refused(VCardEntry, String)
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
            return .refused(entry, FormText.clause(error.description))
        }
        if card.hasCardNumber { return .refused(entry, "it \(CardNumber.refusal)") }
        let found = try customers(fitting: card, in: context)
        let buyers = found.map(Buyer.init)
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
    /// The values of the card that could not be stored, with the reasons.
    var omitted: [String] {
        switch self {
        case .completed(_, _, let omitted), .known(_, let omitted): omitted
        case .new(let card): card.omissions + card.omissionsOfForm
        case .ambiguous, .refused: []
        }
    }

    /// The result as JSON.
    func json(_ links: SiteLinks) -> JSONValue {
        let omitted = ("omitted", JSONValue.array(omitted.map { .string($0) }))
        switch self {
        case .completed(let buyer, let added, _):
            return .object([
                ("state", .string("completed")), ("customer", buyer.reference),
                ("added", .array(added.map { .string($0) })), omitted,
            ])
        case .known(let buyer, _):
            return .object([
                ("state", .string("known")), ("customer", buyer.reference), omitted,
            ])
        case .ambiguous(let card, let buyers):
            return .object([
                ("state", .string("ambiguous")), ("name", .string(card.name)),
                ("customers", .array(buyers.map(\.reference))),
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
            for part in PostalAddress.parts {
                guard let text = address[keyPath: part.path], !text.isEmpty else { continue }
                fields.append((PostalAddress.field(index, part.key), text))
            }
        }
        if !tags.isEmpty { fields.append(("tags", tags.joined(separator: ", "))) }
        if let notes = notesWithEmails { fields.append(("notes", String(notes.prefix(length)))) }
        return fields
    }
}
