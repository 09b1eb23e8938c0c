import Domain
import Hummingbird
import NIOCore
import Persistence

/// Prints labels with codes: for items, locations, and the shop's products.
struct LabelsController: InventoryRoutes {
    let inventory: Inventory
    let shop: Shop

    private var links: SiteLinks { inventory.links }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .labels, by: .readers(of: .inventory),
            as: RouteDescription(
                query: [
                    .several("key"), "numbers", .several("at"), "sheet", "skip", "copies",
                    "address",
                ] + Items.list.parameters.described
            ).answering(404),
            use: show)
        routes.get(
            .productLabels, by: .readers(of: .sales),
            as: .query(.several("id"), "sheet", "skip", "copies", "address").answering(404),
            use: showProducts)
        // Everyone who sees labels needs their layout.
        routes.get(
            .labelStyles, by: .people, isPage: false, as: .file("text/css", "sheet"),
            use: showStyles)
        routes.get(
            .labeledItem("{number}"), by: .readers(of: .inventory),
            as: RouteDescription(summary: "Lead to the item of a label"), use: lead)
    }

    // MARK: - Pages

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let layout = inventory.household.container.coordinator.layout
        let asked = try LabelsRequest(request, layout)
        let addresses = LabelAddresses(request, context, site, asked: asked.address)
        let page = site.layout(
            title: "Labels", section: .inventory, topic: .labels, crumbs: [inventory.itemsCrumb])
        return try await answer(asked, addresses, page, at: .labels, request, context)
    }

    private func showProducts(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let asked = try LabelsRequest(products: request)
        let crumb = PathLink(label: "Products", path: links(.products))
        let page = site.layout(
            title: "Labels", section: .sales, topic: .labels, crumbs: [crumb])
        return try await answer(asked, .none, page, at: .productLabels, request, context)
    }

    private func answer(
        _ asked: LabelsRequest, _ addresses: LabelAddresses, _ layout: LayoutPage,
        at path: SitePath, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        var faults = asked.faults
        if let unknown = addresses.unknown {
            faults.append(
                FieldError(
                    field: "address", label: "Address",
                    message: "“\(unknown.prefix(200))” is not an address of this server"))
        }
        do {
            if !faults.isEmpty {
                throw SiteError.unprocessable("These labels cannot be shown", faults: faults)
            }
            return try await site.pages.page(
                for: request, context, dependingOn: Self.entities, varyingOn: addresses.chosen
            ) { records in
                let formats = try LabelFormat.all(in: records)
                let format = try Self.format(asked.sheet, formats)
                var page = LabelsPage(
                    asked, formats, addresses, layout: layout, at: path, links)
                page.fill(
                    try asked.texts(addresses.chosen, inventory, in: records), on: format,
                    skipping: asked.skipped % format.count)
                return page
            }
        } catch let error as SiteError where error.status == .unprocessableContent {
            let formats = try await site.household.container.read { try LabelFormat.all(in: $0) }
            var page = LabelsPage(asked, formats, addresses, layout: layout, at: path, links)
            page.refuse(error.faults, try request.queryFields)
            return try site.renderer.response(
                page, status: .unprocessableContent, context: context)
        }
    }

    private static let entities = EntityName.itemLists.union([
        .labelSheet, .product, .productCategory, .taxRate, .shopProfile,
    ])

    private static func format(_ key: String, _ formats: [LabelFormat]) throws -> LabelFormat {
        let format = key.isEmpty ? formats.first : formats.first { $0.key == key }
        guard let format else {
            throw SiteError.unprocessable(
                "There is no such sheet", "sheet", "Sheet", "there is no “\(key.prefix(100))”")
        }
        return format
    }

    // MARK: - Resources

    private func showStyles(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try request.namedFields["sheet"] ?? ""
        let format = try await site.household.container.read { records in
            try Self.format(key, try LabelFormat.all(in: records))
        }
        let text = LabelStyles(format).text
        var response = Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        response.headers[.cacheControl] = "no-cache"
        response.headers[.eTag] = EntityTag(contentOf: text).text
        return response
    }

    /// Redirects from the code on a label to its item.
    private func lead(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text: String = try context.parameter("number")
        let key = try await inventory.household.container.read { records in
            guard let number = ItemNumber.parse(text),
                let item = try Item.find(number: number, in: records)
            else { throw SiteError.notFound("There is no item with this number") }
            return try inventory.item(item.key, in: records).key
        }
        return site.redirect(to: .item(key), after: request)
    }
}
