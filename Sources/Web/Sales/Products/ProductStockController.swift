import Domain
import Foundation
import Hummingbird
import Persistence

/// The stock of a product: why it is what it is, and what is entered by hand.
struct ProductStockController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.productStock("{id}"), by: .readers(of: .sales), use: show)
        routes.get(SitePath.productStock("{id}").json, by: .readers(of: .sales), use: showJSON)
        routes.get(SitePath.productStock("{id}").csv, by: .readers(of: .sales), use: showCSV)
        routes.get(SitePath.stock.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(SitePath.stock.json, by: .readers(of: .sales), use: indexJSON)
        routes.post(.productStock("{id}"), by: .editors(of: .sales), use: create)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            try ProductStockPage(
                ProductStock(shop.product(number, in: records), in: records), shop,
                notices: notices)
        }
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, of: EntityName.sales) { records in
            try ProductStock(shop.product(number, in: records), in: records).json(shop.links)
        }
    }

    @Sendable
    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let product = try await shop.household.container.read { records in
            try shop.product(number, in: records).objectID
        }
        return try await site.csv(
            for: request, StockEntry.list, where: .key("product") == product)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.csv(for: request, StockEntry.list)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.json(for: request, context, of: EntityName.sales, StockEntry.list)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "Nothing was entered") {
            let stock = try await site.once(posted, at: "quantity") {
                try await shop.enterStock(number, posted)
            }
            return site.changed(
                stock.json(shop.links), status: .created, at: .productStock(number),
                after: request, announcing: .stockEntered)
        } showing: { refusal in
            var page = try await shop.household.container.read { records in
                try ProductStockPage(
                    ProductStock(shop.product(number, in: records), in: records), shop)
            }
            page.show(posted, refusal)
            return page
        }
    }
}

extension Shop {
    /// The product that an address names.
    ///
    /// - Throws: a 404 if there is none.
    fileprivate func product(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> Product {
        guard let product = try Product.find(number, in: context) else {
            throw SiteError.notFound("There is no such product")
        }
        return product
    }

    /// Enters what came, broke or was counted.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func enterStock(_ number: Int64, _ form: FormData) async throws -> ProductStock {
        var decoder = FormDecoder(form)
        let kind = decoder.word(
            "kind", label: "What", among: StockEntry.Kind.entered.map(\.rawValue)
        )
        if kind.value == nil, decoder.message(for: "kind") == nil {
            decoder.fail("kind", "What", "say what happened")
        }
        let pieces = decoder.quantity("quantity", label: "How many")
        if pieces.value == nil, decoder.message(for: "quantity") == nil {
            decoder.fail("quantity", "How many", "enter a value")
        }
        let note = decoder.line("note", label: "Note", limit: 500)
        let faults = decoder.faults
        return try await change { context in
            let product = try product(number, in: context)
            guard faults.isEmpty, let kind = kind.value.flatMap(StockEntry.Kind.init),
                let pieces = pieces.value
            else {
                throw FormRefusal(faults: faults)
            }
            do {
                try product.enter(kind, pieces, note: note.value, in: context)
            } catch let refusal as SaleRefusal {
                throw FormRefusal(
                    faults: refusal.faults.map {
                        FormFault(
                            field: $0.key, label: "How many",
                            message: FormText.clause($0.description))
                    })
            }
            try household.save(context)
            return try ProductStock(product, in: context)
        }
    }
}
