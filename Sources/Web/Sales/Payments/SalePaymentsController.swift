import Domain
import Hummingbird
import Persistence

/// Payments: all as a table, later payments of a sale, and voiding one.
struct SalePaymentsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addExports(Payment.list(shop.links), at: .payments, shop)
        add(
            payment, at: .salePayments("{id}"), to: &routes,
            as: .form(
                of: PaymentReader.parameters + ["kind", "amount", "reference", "date"],
                gives: Sale.schema
            ).adding)
        add(
            voiding, at: .voidPayment("{id}"), to: &routes,
            as: .form("reason", .version, gives: Sale.schema))
    }

    private var payment: SaleStep {
        let sales = shop.sales
        return SaleStep(
            refusal: "The payment was not added", flash: .paymentAdded, keyField: "payments",
            page: { try SalePaymentsPage(sales.existing($0, in: $1), sales.shop, in: $1) }
        ) { number, form in
            let input = PaymentInput(form)
            return try await sales.save { context in
                let sale = try sales.existing(number, in: context)
                try input.pay(sale, in: context)
                return sale
            }
        }
    }

    private var voiding: SaleStep {
        let sales = shop.sales
        return SaleStep(
            refusal: "The payment was not voided", flash: .paymentVoided,
            page: { VoidPage(try sales.shop.payment($0, in: $1), sales.shop) }
        ) { number, form in
            var decoder = FormDecoder(form)
            let reason = decoder.line("reason", label: "Reason", limit: 500).value ?? ""
            let faults = FaultList(decoder.faults)
            return try await sales.save { context in
                let payment = try sales.shop.payment(number, in: context)
                guard let sale = payment.sale else {
                    throw SiteError.notFound("The payment has no sale")
                }
                try faults.check()
                try ValidationErrors.asking("Reason", at: "reason") {
                    try payment.void(reason: reason)
                }
                return sale
            }
        }
    }
}

extension Shop {
    /// The payment in an address.
    ///
    /// - Throws: a 404 if there is none.
    func payment(_ number: Int64, in context: ManagedObjectContext) throws -> Payment {
        try context.existing(Payment.self, number, "payment")
    }
}
