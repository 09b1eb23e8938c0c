import Domain
import Hummingbird
import Persistence

/// Voids a sale, which does not delete it.
struct SaleVoidController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.voidSale("{id}"), by: .editors(of: .sales), use: new)
        routes.post(
            .voidSale("{id}"), by: .editors(of: .sales),
            as: .form("reason", .version, gives: Sale.schema), use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context) { records in
            try VoidPage(shop.sale(number, in: records), shop)
        }
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        do {
            return try await site.answer(
                request, context, posted, orRefuse: "The sale was not voided",
                on: { try VoidPage(shop.sale(number, in: $0), shop) }
            ) {
                answer(
                    try await shop.void(number, posted), status: .ok, .saleVoided, after: request)
            }
        } catch let stale as EditConflict<Int64> {
            guard !request.wantsJSON else { throw stale.error }
            var page = try await shop.household.container.read { records in
                try VoidPage(shop.sale(number, in: records), shop)
            }
            page.summary = FaultSummary([
                FaultLink(
                    field: "reason",
                    text:
                        "This sale has changed since you opened the page. Above is what it is now.")
            ])
            page.reason = FormField(posted["reason"] ?? "")
            return try site.renderer.response(page, status: .conflict, context: context)
        }
    }
}

extension Shop {
    /// Voids a sale with the reason in a form.
    ///
    /// - Throws: ``ValidationErrors``, ``EditConflict``, and a 404.
    fileprivate func void(_ number: Int64, _ form: FormData) async throws -> SavedRecord {
        var decoder = FormDecoder(form)
        let reason = decoder.line("reason", label: "Reason", limit: 500)
        let version = decoder.integer("version", label: "Version", in: 0...Int.max).value
        let faults = decoder.faults
        return try await save { context in
            let sale = try sale(number, in: context)
            if let version, Int64(version) != sale.rowVersion {
                throw EditConflict(number, version: sale.rowVersion, sale.json(links))
            }
            guard faults.isEmpty else { throw ValidationErrors(faults: faults) }
            try ValidationErrors.asking("Reason") { try sale.void(reason: reason.value ?? "") }
            return sale
        }
    }
}
