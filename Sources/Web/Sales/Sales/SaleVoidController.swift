import Domain
import Hummingbird
import Persistence

/// Voids a sale, which does not delete it.
struct SaleVoidController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let sales = shop.sales
        let step = SaleStep(
            refusal: "The sale was not voided", flash: .saleVoided,
            page: { try VoidPage(sales.existing($0, in: $1), sales.shop) }
        ) { number, form in
            var decoder = FormDecoder(form)
            let reason = decoder.line("reason", label: "Reason", limit: 500).value ?? ""
            let version = decoder.integer("version", label: "Version", in: 0...Int.max).value
            let faults = FaultList(decoder.faults)
            return try await sales.save { context in
                let sale = try sales.existing(number, in: context)
                if let version, Int64(version) != sale.rowVersion {
                    throw EditConflict(number, version: sale.rowVersion, sale.json(sales.links))
                }
                try faults.check()
                try ValidationErrors.asking("Reason") { try sale.void(reason: reason) }
                return sale
            }
        }
        add(
            step, at: .voidSale("{id}"), to: &routes,
            as: .form("reason", .version, gives: Sale.schema))
    }
}
