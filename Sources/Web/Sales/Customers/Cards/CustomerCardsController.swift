import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// Customers as address cards (vCard), and address cards that are brought in.
struct CustomerCardsController: RouteProvider {
    let shop: Shop
    private let customers: ResourceActions<Customers>

    private var site: Site { shop.site }

    init(shop: Shop) {
        self.shop = shop
        customers = ResourceActions(Customers(shop))
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.customerCard("{id}"), by: .readers(of: .sales), use: show)
        routes.get(.allCustomerCards, by: .readers(of: .sales), use: index)
        routes.get(.customerCards, by: .editors(of: .sales), use: new)
        routes.post(.customerCards, by: .editors(of: .sales), use: create)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let card = try await shop.household.container.read { records in
            try shop.customer(number, in: records).vCard.text
        }
        return Self.file(card, named: "customer-\(number)")
    }

    /// The cards of all customers whom the list would show with the same address.
    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try customers.list(request)
        try list.check()
        let container = shop.household.container
        let cards = try await container.read(timeLimit: site.longestRead) { records in
            let resource = customers.resource
            let ids = try RecordList.ids(list, resource, in: records)
            var cards = ""
            for start in stride(from: 0, to: ids.count, by: Self.batch) {
                let some: [Customer] = try records.objects(
                    with: ids[start..<min(start + Self.batch, ids.count)],
                    prefetching: resource.prefetching)
                for customer in some { cards += customer.vCard.text }
            }
            return cards
        }
        return Self.file(cards, named: "customers")
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(CustomerCardsPage(shop), context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await site.form(of: request)
        do {
            let outcomes = try await shop.takeCards(try await Self.cards(posted))
            guard !request.wantsJSON else {
                return site.changed(
                    .object([("records", .array(outcomes.map { $0.json(shop.links) }))]),
                    at: .customerCards, after: request, announcing: .customersCompleted)
            }
            var page = CustomerCardsPage(shop)
            page.rows = outcomes.map { CustomerCardRow($0, shop.links) }
            page.hasRows = true
            var response = try site.renderer.response(page, context: context)
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The cards were not read") }
            var page = CustomerCardsPage(shop)
            page.summary = refusal.summary
            page.file = FormField(fault: refusal.message(for: "file"))
            return try site.refused(page, refusal, context)
        }
    }

    /// The cards in the file of a form.
    private static func cards(_ form: FormData) async throws -> [VCard] {
        guard let upload = form.file("file") else {
            throw refusal("choose a file (curl: -F file=@contacts.vcf)")
        }
        guard upload.byteCount <= mostBytes else {
            throw refusal("it has more than \(mostBytes / 1_000_000) MB")
        }
        try await upload.waitUntilWritten()
        do {
            let cards = try VCard.cards(in: Data(contentsOf: URL(fileURLWithPath: upload.path)))
            if let place = cards.firstIndex(where: \.hasCardNumber) {
                throw refusal("card \(place + 1) \(CardNumber.refusal)")
            }
            return cards
        } catch let fault as VCardFault {
            throw refusal(FormText.clause(fault.description))
        }
    }

    /// Customers that are read at once.
    private static let batch = 500

    /// The most bytes of a file; pictures in cards are among them.
    private static let mostBytes = 20_000_000

    private static func refusal(_ message: String) -> FormRefusal {
        FormRefusal(faults: [FormFault(field: "file", label: "File", message: message)])
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
