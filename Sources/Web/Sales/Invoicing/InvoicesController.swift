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

    private var issuing: ChangeForm<Int64> {
        let shop = shop
        return ChangeForm(
            refusal: "The invoice was not made", flash: .invoiceAdded,
            made: { number, records in
                try shop.sales.existing(number, in: records).invoice.map {
                    .invoice($0.savedNumber)
                }
            },
            page: { number, records in
                let sale = try shop.sales.existing(number, in: records)
                let faults = sale.invoicingFaults.map { FieldError($0, "Invoice") }
                guard faults.isEmpty else {
                    throw SiteError.unprocessable("The sale gets no invoice", faults: faults)
                }
                return try InvoiceNewPage(sale, shop, in: records)
            }
        ) { number, form, context in
            let sale = try shop.sales.existing(number, in: context)
            return try shop.invoices.saved(shop.issue(form, of: sale, in: context), in: context)
        }
    }
}

extension Shop {
    /// Issues the invoice of a sale. A missing field has the value of the sale or its buyer.
    ///
    /// - Throws: ``ValidationErrors`` with all faults; errors of the store.
    fileprivate func issue(
        _ form: FormData, of sale: Sale, in context: ManagedObjectContext
    ) throws -> Invoice {
        var decoder = FormDecoder(form)
        let day = decoder.day("date", label: "Day").value ?? .today()
        let dueDay = decoder.day("dueDate", label: "Due").value
        let name = decoder.line("buyerName", label: "Name", limit: 200).updating(sale.payerName)
        let address = decoder.text("buyerAddress", label: "Address", limit: 1_000)
            .updating(sale.payerAddress)
        let taxNumber = decoder.line("buyerTaxNumber", label: "Tax number", limit: 40)
            .updating(sale.customer?.taxNumber)
        let reference = decoder.line("buyerReference", label: "Reference", limit: 100).value
        let note = decoder.text("note", label: "Note", limit: 2_000).value
        var faults = FaultList(decoder.faults)
        do {
            let texts = IssuedTexts(
                from: try details(in: context), in: currency,
                language: try style(for: sale.customer, in: context).texts.code,
                region: .current)
            let invoice = try sale.addInvoice(
                texts, to: name ?? "", on: day,
                due: try dueDay ?? day.adding(days: Self.daysToPay(in: context)), in: context)
            (invoice.buyerAddress, invoice.buyerTaxNumber) = (address, taxNumber)
            (invoice.buyerReference, invoice.note) = (reference, note)
            if form.awaitsConfirmation, let gaps = try gaps(of: invoice, in: context) {
                faults.add([gaps])
            }
            try faults.check()
            return invoice
        } catch let refusal as SaleRefusal {
            let labels = ["date": "Day", "dueDate": "Due"]
            faults.add(
                refusal.faults.map { FieldError($0, labels[$0.key] ?? FormText.label(of: $0.key)) })
            throw ValidationErrors(faults: faults.faults)
        }
    }

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
struct InvoiceNewPage: FieldsPage {
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
    var fields: FormFields
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
            fields: FormFields([
                "buyerName": sale.payerName ?? "", "buyerAddress": sale.payerAddress ?? "",
                "buyerTaxNumber": sale.customer?.taxNumber ?? "", "buyerReference": "",
                "date": today.description, "dueDate": lastDay.description, "note": "",
                "isConfirmed": "",
            ]))
    }
}
