import Domain
import Foundation
import Hummingbird
import Persistence

/// The invoices: their list, each to print, and making one from a sale.
struct InvoicesController: RouteProvider {
    let shop: Shop
    private let invoices: ResourceActions<Invoices>

    private var site: Site { shop.site }

    init(shop: Shop) {
        self.shop = shop
        invoices = ResourceActions(Invoices(shop))
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addList(at: .invoices, by: .readers(of: .sales)) { _ in invoices }
        routes.get(.invoice("{id}"), by: .readers(of: .sales), use: show)
        routes.get(SitePath.invoice("{id}").json, by: .readers(of: .sales), use: showJSON)
        routes.get(SitePath.invoice("{id}").events, by: .readers(of: .sales), use: showEvents)
        routes.get(.saleInvoice("{id}"), by: .editors(of: .sales), use: new)
        routes.post(.saleInvoice("{id}"), by: .editors(of: .sales), use: create)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            let invoice = try shop.invoice(number, in: records)
            var page = InvoicePage(
                try InvoiceValues(invoice), shop, now: try shop.details(in: records),
                notices: notices)
            try page.layout.showChanges(of: invoice, shop.household, in: records)
            return page
        }
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, of: EntityName.sales) { records in
            try shop.json(InvoiceValues(shop.invoice(number, in: records)), in: records)
        }
    }

    @Sendable
    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.events(for: request, madeOf: EntityName.sales) { records in
            let invoice = try InvoiceValues(shop.invoice(number, in: records))
            return LiveState(rows: [invoices.resource.liveRow(invoice)])
        }
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let made = try await shop.household.container.read { records in
            try shop.sale(number, in: records).invoice?.objectID.recordNumber
        }
        if let made { return site.redirect(to: .invoice(made), after: request) }
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(try await page(number), context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The invoice was not made") {
            let invoice = try await shop.invoice(number, posted)
            return site.changed(
                invoice.json, status: .created, at: .invoice(invoice.recordNumber),
                after: request, announcing: .invoiceAdded)
        } showing: { refusal in
            var page = try await page(number)
            page.show(posted, refusal)
            return page
        }
    }

    private func page(_ number: Int64) async throws -> InvoiceNewPage {
        try await shop.household.container.read { records in
            let sale = try shop.sale(number, in: records)
            var page = InvoiceNewPage(
                SaleValues(sale), shop,
                days: Int(try ShopProfile.current(in: records)?.invoiceDays ?? 14))
            page.buyerName = FormField(sale.payerName ?? "")
            page.buyerAddress = FormField(sale.payerAddress ?? "")
            page.buyerTaxNumber = FormField(sale.customer?.taxNumber ?? "")
            page.gaps = try shop.details(in: records).invoiceGaps
            return page
        }
    }
}

extension Shop {
    /// The invoice that an address names.
    ///
    /// - Throws: a 404 if there is none.
    fileprivate func invoice(_ number: Int64, in context: ManagedObjectContext) throws -> Invoice {
        guard let invoice = try Invoice.find(number, in: context) else {
            throw SiteError.notFound("There is no such invoice")
        }
        return invoice
    }

    /// An invoice for programs, with its parts by the terms of EN 16931.
    ///
    /// - Throws: errors of the store.
    fileprivate func json(
        _ invoice: InvoiceValues, in context: ManagedObjectContext
    ) throws -> JSONValue {
        let parts = InvoiceParts(
            invoice, from: invoice.sender(now: try details(in: context)),
            in: invoice.currency(now: currency))
        return invoice.json(links, parts: parts.json)
    }

    /// Makes the invoice of a sale. Returns its number, and the invoice for programs.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func invoice(
        _ number: Int64, _ form: FormData
    ) async throws -> (recordNumber: Int64, json: JSONValue) {
        var decoder = FormDecoder(form)
        let day = decoder.day("date", label: "Day").value ?? .today()
        let dueDay = decoder.day("dueDate", label: "Due")
        let name = decoder.line("buyerName", label: "Name", limit: 200)
        let address = decoder.text("buyerAddress", label: "Address", limit: 1_000)
        let taxNumber = decoder.line("buyerTaxNumber", label: "Tax number", limit: 40)
        let reference = decoder.line("buyerReference", label: "Reference", limit: 100)
        let note = decoder.text("note", label: "Note", limit: 2_000)
        let faults = decoder.faults
        let asks = form.awaitsConfirmation
        return try await change { context in
            var list = FaultList(faults)
            let sale = try sale(number, in: context)
            let days = Int(try ShopProfile.current(in: context)?.invoiceDays ?? 14)
            let buyer = name == .absent ? sale.payerName : name.value
            var draft = InvoiceDraft(
                day: day, dueDay: dueDay.value ?? day.adding(days: days), buyerName: buyer ?? "",
                texts: IssuedTexts(
                    from: try details(in: context).sender, in: currency,
                    language: try style(for: sale.customer, in: context).texts.code,
                    region: .current))
            draft.buyerAddress =
                address == .absent ? sale.payerAddress : address.value
            draft.buyerTaxNumber =
                taxNumber == .absent ? sale.customer?.taxNumber : taxNumber.value
            draft.buyerReference = reference.value
            draft.note = note.value
            do {
                let invoice = try sale.addInvoice(draft, in: context)
                if asks, let gaps = try gaps(of: invoice, in: context) { list.add([gaps]) }
                try list.check()
                try household.save(context)
                let values = try InvoiceValues(invoice)
                return (values.recordNumber, try json(values, in: context))
            } catch let refusal as SaleRefusal {
                list.add(
                    refusal.faults.map {
                        FormFault(
                            field: $0.key, label: InvoiceNewPage.label(of: $0.key),
                            message: FormText.clause($0.description))
                    })
                throw FormRefusal(faults: list.faults)
            }
        }
    }
}

extension Shop {
    /// What an invoice should say and does not, as a question; nil if it says all of it.
    ///
    /// - Throws: errors of the store.
    fileprivate func gaps(
        of invoice: Invoice, in context: ManagedObjectContext
    ) throws -> FormFault? {
        let parts = InvoiceParts(
            try InvoiceValues(invoice), from: try details(in: context), in: currency)
        guard !parts.gaps.isEmpty else { return nil }
        return FormFault(
            field: "isConfirmed", label: "Missing",
            message: FormText.clause(parts.gaps.joined(separator: " ")))
    }
}

extension Sale {
    /// Who pays: the customer, or whom its quote was for.
    fileprivate var payerName: String? { customer?.name ?? quote?.buyerName }

    /// Their address, as an invoice has it: that of the quote, or else that of the customer.
    fileprivate var payerAddress: String? {
        quote?.buyerAddress ?? customer?.mainAddress?.lines.joined(separator: "\n")
    }
}
