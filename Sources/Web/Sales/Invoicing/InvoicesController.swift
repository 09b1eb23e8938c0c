import Domain
import Foundation
import Hummingbird
import Persistence

/// The invoices: their list, printing them, and making one from a sale.
struct InvoicesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addList(at: .invoices, by: .readers(of: .sales), of: shop.invoices)
        PageActions(shop.invoices).addRoutes(to: &routes)
        add(
            issuing, at: .saleInvoice("{id}"), to: &routes,
            as: .form(
                "date", "dueDate", "buyerName", "buyerAddress", "buyerTaxNumber", "buyerReference",
                "note", .flag("asks"), .flag("isConfirmed"), gives: InvoiceValues.schema
            ).adding)
    }

    private var issuing: SaleStep {
        let shop = shop
        return SaleStep(
            refusal: "The invoice was not made", flash: .invoiceAdded,
            made: { number, records in
                try shop.sales.existing(number, in: records).invoice.map {
                    .invoice($0.savedNumber)
                }
            },
            page: { try InvoiceNewPage(shop.sales.existing($0, in: $1), shop, in: $1) }
        ) { number, form in
            let input = InvoiceInput(form)
            return try await shop.invoices.save { context in
                let sale = try shop.sales.existing(number, in: context)
                return try input.issue(of: sale, shop, in: context)
            }
        }
    }
}

/// The posted form of an invoice. A missing field has the value of the sale or its buyer.
private struct InvoiceInput {
    private let day: CalendarDay
    private let dueDay: CalendarDay?
    private let name: FieldUpdate<String>
    private let address: FieldUpdate<String>
    private let taxNumber: FieldUpdate<String>
    private let reference: String?
    private let note: String?
    private let faults: FaultList
    /// Whether an incomplete invoice has to be confirmed.
    private let asks: Bool

    init(_ form: FormData) {
        var decoder = FormDecoder(form)
        day = decoder.day("date", label: "Day").value ?? .today()
        dueDay = decoder.day("dueDate", label: "Due").value
        name = decoder.line("buyerName", label: "Name", limit: 200)
        address = decoder.text("buyerAddress", label: "Address", limit: 1_000)
        taxNumber = decoder.line("buyerTaxNumber", label: "Tax number", limit: 40)
        reference = decoder.line("buyerReference", label: "Reference", limit: 100).value
        note = decoder.text("note", label: "Note", limit: 2_000).value
        faults = FaultList(decoder.faults)
        asks = form.awaitsConfirmation
    }

    /// Issues the invoice of a sale.
    ///
    /// - Throws: ``ValidationErrors`` with all faults; errors of the store.
    func issue(of sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws -> Invoice {
        var draft = InvoiceDraft(
            day: day, dueDay: try dueDay ?? day.adding(days: Shop.daysToPay(in: context)),
            buyerName: (name == .absent ? sale.payerName : name.value) ?? "",
            texts: IssuedTexts(
                from: try shop.details(in: context), in: shop.currency,
                language: try shop.style(for: sale.customer, in: context).texts.code,
                region: .current))
        draft.buyerAddress = address == .absent ? sale.payerAddress : address.value
        draft.buyerTaxNumber = taxNumber == .absent ? sale.customer?.taxNumber : taxNumber.value
        draft.buyerReference = reference
        draft.note = note
        var list = faults
        do {
            let invoice = try sale.addInvoice(draft, in: context)
            if asks, let gaps = try shop.gaps(of: invoice, in: context) { list.add([gaps]) }
            try list.check()
            return invoice
        } catch let refusal as SaleRefusal {
            list.add(refusal.faults.map { FieldError($0, InvoiceNewPage.label(of: $0.key)) })
            throw ValidationErrors(faults: list.faults)
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
