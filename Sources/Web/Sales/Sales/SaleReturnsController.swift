import Domain
import Foundation
import Hummingbird
import Persistence

/// What comes back from a sale, which is a record of its own.
struct SaleReturnsController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.saleReturns("{id}"), by: .editors(of: .sales), use: new)
        routes.post(.saleReturns("{id}"), by: .editors(of: .sales), use: create)
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let page = try await shop.household.container.read { records in
            let sale = try shop.sale(number, in: records)
            try sale.checkForReturns()
            return try SaleReturnPage(sale, shop, in: records)
        }
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(page, context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "Nothing was returned") {
            let sale = try await site.once(posted, at: "lines") {
                try await shop.takeBack(
                    SaleInput(posted, leavingOut: SaleLineReader.comesBackNot), from: number,
                    isWhole: posted["all"] == "yes")
            }
            return site.changed(
                sale.json(shop.links), status: .created, at: .sale(sale.recordNumber),
                after: request, announcing: .returnAdded)
        } showing: { refusal in
            var page = try await shop.household.container.read { records in
                let sale = try shop.sale(number, in: records)
                try sale.checkForReturns()
                return try SaleReturnPage(sale, shop, in: records)
            }
            page.show(posted, refusal)
            return page
        }
    }
}

extension Sale {
    /// - Throws: ``SiteError`` 422 if nothing can come back from what it is.
    fileprivate func checkForReturns() throws(SiteError) {
        guard isVoid || isReturn else { return }
        let name = "\(isReturn ? "Return" : "Sale") \(number)"
        throw .unprocessable(
            "Nothing can be returned from \(isVoid ? "a voided sale" : "a return")",
            faults: [
                FormFault(
                    field: "lines", label: name,
                    message: isVoid ? "it is void" : "it came back itself")
            ])
    }
}

extension Shop {
    /// Makes a record of what comes back from a sale.
    ///
    /// - Parameter isWhole: whether all of it does, whatever the lines of the form say.
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func takeBack(
        _ input: SaleInput, from number: Int64, isWhole: Bool
    ) async throws -> SaleValues {
        try await change { context in
            let sale = try sale(number, in: context)
            let returned = try input.make { draft in
                var draft = draft
                if isWhole { draft.lines = sale.wholeReturn(on: draft.day).lines }
                return try sale.addReturn(draft, in: context)
            }
            try household.save(context)
            return SaleValues(returned)
        }
    }
}

extension SaleLineReader {
    /// Whether a line of a form of returns says that nothing of it comes back: its quantity is there
    /// and is empty or zero. A line without that field comes back once, as in a sale.
    static func comesBackNot(_ index: Int, in form: FormData) -> Bool {
        guard let text = form[name(index, "quantity")] else { return isBlank(index, in: form) }
        return text.allSatisfy { $0.isWhitespace } || (try? Quantity.parse(text)) == 0
    }
}
