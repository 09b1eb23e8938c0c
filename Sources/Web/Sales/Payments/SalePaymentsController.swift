import Domain
import Hummingbird
import Persistence

/// Payments: all as a table, later payments of a sale, and voiding one.
struct SalePaymentsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addExports(Payment.list(shop.links), at: .payments, shop)
        routes.get(.salePayments("{id}"), by: .editors(of: .sales), use: new)
        routes.post(
            .salePayments("{id}"), by: .editors(of: .sales),
            as: .form(
                of: PaymentReader.parameters + ["kind", "amount", "reference", "date"],
                gives: Sale.schema
            ).adding, use: create)
        routes.get(.voidPayment("{id}"), by: .editors(of: .sales), use: askToVoid)
        routes.post(
            .voidPayment("{id}"), by: .editors(of: .sales),
            as: .form("reason", .version, gives: Sale.schema), use: void)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.pageOfToday(context, page(context.recordNumber))
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "The payment was not added", on: page(number)
        ) {
            let sale = try await site.idempotently(posted, at: "payments") {
                try await shop.pay(number, PaymentInput(posted))
            }
            return answer(sale, .paymentAdded, after: request)
        }
    }

    private func page(
        _ number: Int64
    ) -> @Sendable (ManagedObjectContext) throws -> SalePaymentsPage {
        { try SalePaymentsPage(shop.sale(number, in: $0), shop, in: $0) }
    }

    // MARK: - Voiding

    private func askToVoid(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context, dependingOn: EntityName.sales) {
            records in
            VoidPage(try shop.payment(number, in: records), shop)
        }
    }

    private func void(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "The payment was not voided",
            on: { VoidPage(try shop.payment(number, in: $0), shop) }
        ) {
            answer(
                try await shop.voidPayment(number, posted), status: .ok, .paymentVoided,
                after: request)
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

    /// Adds payments to a sale.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func pay(_ number: Int64, _ input: PaymentInput) async throws -> SavedRecord {
        try await save { context in
            let sale = try sale(number, in: context)
            try input.pay(sale, in: context)
            return sale
        }
    }

    /// Voids a payment with the reason in a form.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func voidPayment(_ number: Int64, _ form: FormData) async throws -> SavedRecord {
        var decoder = FormDecoder(form)
        let reason = decoder.line("reason", label: "Reason", limit: 500)
        let faults = decoder.faults
        return try await save { context in
            let payment = try payment(number, in: context)
            guard let sale = payment.sale else {
                throw SiteError.notFound("The payment has no sale")
            }
            try FaultList(faults).check()
            try ValidationErrors.asking("Reason", at: "reason") {
                try payment.void(reason: reason.value ?? "")
            }
            return sale
        }
    }
}
