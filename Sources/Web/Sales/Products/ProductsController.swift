import Domain
import Hummingbird
import Persistence

/// The products: list, new, create, show, edit, update, delete; and taking one out of what is sold.
struct ProductsController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }
    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.products, use: index)
        routes.get(SitePath.products.json, use: indexJSON)
        routes.get(SitePath.products.csv, use: indexCSV)
        routes.get(.newProduct, use: new)
        routes.post(.products, use: create)
        routes.get(.product("{id}"), use: show)
        routes.get(SitePath.product("{id}").json, use: showJSON)
        routes.get(.editProduct("{id}"), use: edit)
        routes.post(.product("{id}"), use: update)
        routes.get(.deleteProduct("{id}"), use: askToDelete)
        routes.post(.deleteProduct("{id}"), use: delete)
        routes.post(.productRetirement("{id}"), use: retire)
        routes.post(.deleteProductRetirement("{id}"), use: unretire)
    }

    // MARK: - Lists

    private func list(_ request: Request) throws -> ListRequest {
        try ListRequest(request, ProductList.parameters, entity: "Product", layout)
    }

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        guard list.faults.isEmpty else { return try refuse(list, context) }
        do {
            return try await site.page(for: request, context) { records in
                ProductIndexPage(try ProductList(list, shop, in: records), shop)
            }
        } catch {
            guard let fault = FormFault(ofReading: error), list.query.predicate != nil else {
                throw error
            }
            return try refuse(list.refused(fault), context)
        }
    }

    private func refuse(_ list: ListRequest, _ context: SiteContext) throws -> Response {
        try site.renderer.response(
            ProductIndexPage(refused: list, shop), status: .unprocessableContent, context: context)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        try list.check()
        return try await site.json(for: request, context) { records in
            try ProductList(list, shop, in: records).json
        }
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try list(request)
        try list.check()
        let products = try await shop.household.container.read(timeLimit: Site.longestRead) {
            records in
            try ProductList.values(ProductList.all(list, shop, in: records), in: records)
        }
        var table = CSVDocument(columns: ProductValues.csvColumns)
        for product in products { table.append(product.csvCells) }
        return table.response(fileName: "products")
    }

    // MARK: - One product

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context) { records in
            try ProductShowPage(shop.product(number, in: records), request, shop, in: records)
        }
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context) { records in
            try ProductValues(shop.product(number, in: records), in: records).json
        }
    }

    // MARK: - Forms

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.page(for: request, context) { _ in
            ProductNewPage(ProductForm(new: shop), shop)
        }
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let input = ProductInput(try await site.form(of: request), isNew: true)
        do {
            let product = try await shop.addProduct(input)
            return site.changed(
                product.json, status: .created, at: .product(product.recordNumber),
                after: request, announcing: .productAdded)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The product was not added") }
            var form = ProductForm(new: shop)
            form.show(input.typed, refusal)
            return try site.refused(ProductNewPage(form, shop), refusal, context)
        }
    }

    @Sendable
    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context) { records in
            let product = try ProductValues(shop.product(number, in: records), in: records)
            return ProductEditPage(product, ProductForm(product, shop), shop)
        }
    }

    @Sendable
    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let input = ProductInput(try await site.form(of: request), isNew: false)
        do {
            let product = try await shop.updateProduct(number, with: input)
            return site.changed(
                product.json, at: .product(number), after: request, announcing: .productSaved)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The product was not saved") }
            let product = try await values(number)
            var form = ProductForm(product, shop)
            form.show(input.typed, refusal)
            form.version = input.typed.form["version"] ?? form.version
            return try site.refused(ProductEditPage(product, form, shop), refusal, context)
        } catch let stale as StaleProduct {
            guard !request.wantsJSON else { throw stale.error }
            var form = ProductForm(stale.saved, shop)
            form.show(input.typed, nil)
            return try site.renderer.response(
                ProductConflictPage(stale.saved, input.typed, form, shop), status: .conflict,
                context: context)
        }
    }

    private func values(_ number: Int64) async throws -> ProductValues {
        try await shop.household.container.read { records in
            try ProductValues(shop.product(number, in: records), in: records)
        }
    }

    // MARK: - Retiring and deleting

    @Sendable
    private func retire(_ request: Request, _ context: SiteContext) async throws -> Response {
        let product = try await shop.retireProduct(context.recordNumber, true)
        return site.changed(
            product.json, at: .product(product.recordNumber), after: request,
            announcing: .productRetired)
    }

    @Sendable
    private func unretire(_ request: Request, _ context: SiteContext) async throws -> Response {
        let product = try await shop.retireProduct(context.recordNumber, false)
        return site.changed(
            product.json, at: .product(product.recordNumber), after: request,
            announcing: .productOffered)
    }

    @Sendable
    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context) { records in
            ProductDeletePage(
                try ProductValues(shop.product(number, in: records), in: records), shop)
        }
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        do {
            let product = try await shop.deleteProduct(number)
            return site.changed(
                product.json, at: .products, after: request, announcing: .productDeleted)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The product was not deleted") }
            var page = ProductDeletePage(try await values(number), shop)
            page.summary = refusal.summary
            return try site.refused(page, refusal, context)
        }
    }
}
