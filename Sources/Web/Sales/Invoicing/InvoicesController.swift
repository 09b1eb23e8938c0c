import Domain
import Foundation
import Hummingbird
import Persistence

/// The invoices: their list, printing them, and making one from a sale.
struct InvoicesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let invoices = Invoices(shop: shop)
        routes.addList(at: .invoices, by: .readers(of: .sales), of: invoices)
        PageActions(invoices).addRoutes(to: &routes)
        routes.get(.saleInvoice("{id}"), by: .editors(of: .sales), use: new)
        routes.post(
            .saleInvoice("{id}"), by: .editors(of: .sales),
            as: .form(
                "date", "dueDate", "buyerName", "buyerAddress", "buyerTaxNumber", "buyerReference",
                "note", .flag("asks"), .flag("isConfirmed"), gives: InvoiceValues.schema
            ).adding, use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let made = try await shop.household.container.read { records in
            try shop.sale(number, in: records).invoice?.objectID.recordNumber
        }
        if let made { return site.redirect(to: .invoice(made), after: request) }
        return try await site.pageOfToday(context, page(number))
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "The invoice was not made", on: page(number)
        ) {
            let invoice = try await shop.invoice(number, posted)
            return site.changed(
                invoice.document, status: .created, at: .invoice(invoice.number),
                after: request, flash: .invoiceAdded)
        }
    }

    private func page(
        _ number: Int64
    ) -> @Sendable (ManagedObjectContext) throws -> InvoiceNewPage {
        { try InvoiceNewPage(shop.sale(number, in: $0), shop, in: $0) }
    }
}

extension Shop {
    /// Makes the invoice of a sale.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func invoice(_ number: Int64, _ form: FormData) async throws -> SavedRecord {
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
        return try await site.change { context in
            var list = FaultList(faults)
            let sale = try sale(number, in: context)
            let buyer = name == .absent ? sale.payerName : name.value
            var draft = InvoiceDraft(
                day: day,
                dueDay: try dueDay.value ?? day.adding(days: Self.daysToPay(in: context)),
                buyerName: buyer ?? "",
                texts: IssuedTexts(
                    from: try details(in: context), in: currency,
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
                return SavedRecord(
                    number: invoice.savedNumber,
                    document: try Invoices(shop: self).json(of: invoice, in: context))
            } catch let refusal as SaleRefusal {
                list.add(refusal.faults.map { FieldError($0, InvoiceNewPage.label(of: $0.key)) })
                throw ValidationErrors(faults: list.faults)
            }
        }
    }
}

extension Shop {
    /// The number of days to pay an invoice.
    ///
    /// - Throws: errors of the store.
    fileprivate static func daysToPay(in context: ManagedObjectContext) throws -> Int {
        Int(try ShopProfile.current(in: context)?.invoiceDays ?? 14)
    }

    /// The question about missing content of an invoice; nil if it is complete.
    ///
    /// - Throws: errors of the store.
    fileprivate func gaps(
        of invoice: Invoice, in context: ManagedObjectContext
    ) throws -> FieldError? {
        let parts = InvoiceParts(
            try InvoiceValues(invoice), from: try details(in: context), in: currency)
        guard !parts.gaps.isEmpty else { return nil }
        return FieldError(
            field: "isConfirmed", label: "Missing",
            message: FormText.clause(parts.gaps.joined(separator: " ")))
    }
}

extension Sale {
    /// The name of the payer: the customer, or the buyer of its quote.
    fileprivate var payerName: String? { customer?.name ?? quote?.buyerName }

    /// The address on the invoice: that of the quote, or else that of the customer.
    fileprivate var payerAddress: String? {
        quote?.buyerAddress ?? customer?.mainAddress?.lines.joined(separator: "\n")
    }
}

/// The form for the invoice of a sale.
struct InvoiceNewPage: FormPage {
    static let template = "sales/invoices/new"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    var path: String
    var cancelPath: String
    /// The missing content about the shop, as sentences.
    var gaps: [String] = []
    var shopPath: String
    var summary = FaultSummary()
    var buyerName = FormField()
    var buyerAddress = FormField()
    var buyerTaxNumber = FormField()
    var buyerReference = FormField()
    var date = FormField()
    var dueDate = FormField()
    var note = FormField()
    /// Whether the invoice is incomplete, so that the user has to confirm it.
    var isAsked = false
}

extension InvoiceNewPage {
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let (links, today) = (shop.links, CalendarDay.today())
        let lastDay = today.adding(days: try Shop.daysToPay(in: context))
        self.init(
            layout: shop.layout("Invoice of \(sale.titleWithin)", of: sale, topic: .quotes),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            path: links(.saleInvoice(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)),
            gaps: try shop.details(in: context).invoiceGaps, shopPath: links(.shop),
            buyerName: FormField(sale.payerName ?? ""),
            buyerAddress: FormField(sale.payerAddress ?? ""),
            buyerTaxNumber: FormField(sale.customer?.taxNumber ?? ""),
            date: FormField(today.description), dueDate: FormField(lastDay.description))
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        buyerName.show("buyerName", form, refusal)
        buyerAddress.show("buyerAddress", form, refusal)
        buyerTaxNumber.show("buyerTaxNumber", form, refusal)
        buyerReference.show("buyerReference", form, refusal)
        date.show("date", form, refusal)
        dueDate.show("dueDate", form, refusal)
        note.show("note", form, refusal)
        isAsked = refusal.message(for: "isConfirmed") != nil
    }

    static func label(of field: String) -> String {
        switch field {
        case "buyerName": "Name"
        case "dueDate": "Due"
        case "date": "Day"
        default: FormText.label(of: field)
        }
    }
}
