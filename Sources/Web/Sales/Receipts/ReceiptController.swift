import Domain
import Hummingbird
import Persistence

/// Receipts, which can be printed at any time.
struct ReceiptController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.saleReceipt("{id}"), by: .readers(of: .sales), use: show)
        routes.get(.paymentReceipt("{id}"), by: .readers(of: .sales), use: showPayment)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let paper = try request.paper
        return try await shop.site.page(for: request, context, of: EntityName.sales) { records in
            let sale = try shop.sale(number, in: records)
            return ReceiptPage(
                SaleValues(sale), on: paper, shop, try shop.details(in: records),
                in: try shop.style(for: sale.customer, in: records))
        }
    }

    private func showPayment(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let paper = try request.paper
        return try await shop.site.page(for: request, context, of: EntityName.sales) { records in
            let payment = try shop.payment(number, in: records)
            guard let sale = payment.sale else {
                throw SiteError.notFound("The payment has no sale")
            }
            return PaymentReceiptPage(
                PaymentValues(payment), of: SaleValues(sale), on: paper, shop,
                try shop.details(in: records), in: try shop.style(for: sale.customer, in: records))
        }
    }
}

extension Request {
    /// The paper that the address asks for; nil if it says nothing.
    ///
    /// - Throws: ``SiteError`` 422 if there is no such paper.
    fileprivate var paper: Paper? {
        get throws(SiteError) {
            guard let text = uri.queryParameters.get("paper"), !text.isEmpty else { return nil }
            guard let paper = Paper(rawValue: text.lowercased()) else {
                let names = Paper.allCases.map(\.rawValue).joined(separator: ", ")
                throw .unprocessable(
                    "There is no such paper", "paper", "Paper",
                    "“\(text.prefix(100))” is not one of \(names)")
            }
            return paper
        }
    }
}
