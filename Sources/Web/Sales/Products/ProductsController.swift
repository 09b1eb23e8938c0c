import Domain
import Hummingbird

/// The products, and retiring one.
struct ProductsController: RouteProvider {
    private let products: Products

    init(shop: Shop) {
        products = Products(shop: shop)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(products)
        routes.post(
            .product("{id}").retirement, by: .editors(of: .sales), as: .document(products.schema),
            use: retire)
        routes.post(
            .product("{id}").retirement.deletion, by: .editors(of: .sales),
            as: .document(products.schema), use: unretire)
    }

    private func retire(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, flash: .productRetired) { $0.retire() }
    }

    private func unretire(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, flash: .productOffered) { $0.unretire() }
    }

    private func change(
        _ request: Request, _ context: SiteContext, flash: FlashMessage,
        _ body: @escaping @Sendable (Product) -> Void
    ) async throws -> Response {
        let number = try context.recordNumber
        return try await ResourceActions(products).change(request, flash: flash) {
            try products.change(number, in: $0, body)
        }
    }
}
