import Domain
import Foundation
import Hummingbird
import Persistence

/// The stock of a product: why it is what it is, and what is entered by hand.
struct ProductStockController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.productStock("{id}"), by: .readers(of: .sales), use: show)
        routes.get(SitePath.productStock("{id}").json, by: .readers(of: .sales), use: showJSON)
        routes.get(SitePath.productStock("{id}").csv, by: .readers(of: .sales), use: showCSV)
        routes.addExports(StockEntry.list, at: .stock, shop)
        routes.post(.productStock("{id}"), by: .editors(of: .sales), use: create)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            try ProductStockPage(
                ProductStock(shop.product(number, in: records), in: records), shop,
                notices: notices)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, of: EntityName.sales) { records in
            try ProductStock(shop.product(number, in: records), in: records).json(shop.links)
        }
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let product = try await shop.household.container.read { records in
            try shop.product(number, in: records).objectID
        }
        return try await site.csv(
            for: request, StockEntry.list, where: .key("product") == product)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "Nothing was entered",
            on: {
                try ProductStockPage(ProductStock(shop.product(number, in: $0), in: $0), shop)
            }
        ) {
            let stock = try await site.once(posted, at: "quantity") {
                try await shop.enterStock(number, posted)
            }
            return site.changed(
                stock.json(shop.links), status: .created, at: .productStock(number),
                after: request, announcing: .stockEntered)
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
        try context.existing(Product.self, number, "product")
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
            try FormRefusal.asking("How many") {
                try product.enter(kind, pieces, note: note.value, in: context)
            }
            try household.save(context)
            return try ProductStock(product, in: context)
        }
    }
}
