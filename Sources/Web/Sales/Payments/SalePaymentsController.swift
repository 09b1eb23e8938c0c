import Domain
import Hummingbird
import Persistence

/// Payments: all as a table, those that come after a sale, and those that are made void.
struct SalePaymentsController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(SitePath.payments.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(SitePath.payments.json, by: .readers(of: .sales), use: indexJSON)
        routes.get(.salePayments("{id}"), by: .editors(of: .sales), use: new)
        routes.post(.salePayments("{id}"), by: .editors(of: .sales), use: create)
        routes.get(.voidPayment("{id}"), by: .editors(of: .sales), use: askToVoid)
        routes.post(.voidPayment("{id}"), by: .editors(of: .sales), use: void)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.csv(for: request, PaymentValues.list)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.json(for: request, context, of: EntityName.sales, PaymentValues.list)
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let page = try await page(number)
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(page, context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The payment was not added") {
            let sale = try await site.once(posted, at: "payments") {
                try await shop.pay(number, PaymentInput(posted))
            }
            return site.changed(
                sale.json(shop.links), status: .created, at: .sale(number), after: request,
                announcing: .paymentAdded)
        } showing: { refusal in
            var page = try await page(number)
            page.show(posted, refusal)
            return page
        }
    }

    private func page(_ number: Int64) async throws -> SalePaymentsPage {
        try await shop.household.container.read { records in
            try SalePaymentsPage(shop.sale(number, in: records), shop, in: records)
        }
    }

    // MARK: - Void payments

    @Sendable
    private func askToVoid(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            VoidPage(try shop.payment(number, in: records), shop)
        }
    }

    @Sendable
    private func void(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The payment was not made void") {
            let sale = try await shop.voidPayment(number, posted)
            return site.changed(
                sale.json(shop.links), at: .sale(sale.recordNumber), after: request,
                announcing: .paymentVoided)
        } showing: { refusal in
            var page = try await shop.household.container.read { records in
                VoidPage(try shop.payment(number, in: records), shop)
            }
            page.summary = refusal.summary
            page.reason = FormField(posted["reason"] ?? "", fault: refusal.message(for: "reason"))
            return page
        }
    }
}

extension Shop {
    /// The payment that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func payment(_ number: Int64, in context: ManagedObjectContext) throws -> Payment {
        guard let payment = try Payment.find(number, in: context) else {
            throw SiteError.notFound("There is no such payment")
        }
        return payment
    }

    /// Takes payments for a sale.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func pay(_ number: Int64, _ input: PaymentInput) async throws -> SaleValues {
        try await change { context in
            let sale = try sale(number, in: context)
            try input.pay(sale, in: context)
            try household.save(context)
            return SaleValues(sale)
        }
    }

    /// Makes a payment void, for the reason that a form gives.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func voidPayment(_ number: Int64, _ form: FormData) async throws -> SaleValues {
        var decoder = FormDecoder(form)
        let reason = decoder.line("reason", label: "Reason", limit: 500)
        let faults = decoder.faults
        return try await change { context in
            let payment = try payment(number, in: context)
            guard let sale = payment.sale else {
                throw SiteError.notFound("The payment has no sale")
            }
            try FaultList(faults).check()
            do {
                try payment.void(reason: reason.value ?? "")
            } catch let refusal as SaleRefusal {
                throw FormRefusal(
                    faults: refusal.faults.map {
                        FormFault(
                            field: "reason", label: "Reason",
                            message: FormText.clause($0.description))
                    })
            }
            try household.save(context)
            return SaleValues(sale)
        }
    }
}
