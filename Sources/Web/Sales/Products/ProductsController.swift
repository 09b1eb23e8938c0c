import Domain
import Hummingbird

/// The products; and taking one out of what is sold.
struct ProductsController: RouteProvider {
    private let products: ResourceActions<Products>

    init(shop: Shop) {
        products = ResourceActions(Products(shop))
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(products)
        routes.post(.productRetirement("{id}"), by: .editors(of: .sales), use: retire)
        routes.post(.deleteProductRetirement("{id}"), by: .editors(of: .sales), use: unretire)
    }

    @Sendable
    private func retire(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await products.change(request, context, announcing: .productRetired) { $0.retire() }
    }

    @Sendable
    private func unretire(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await products.change(request, context, announcing: .productOffered) { $0.unretire() }
    }
}
