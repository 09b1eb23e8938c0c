@testable import Web

extension QuotePage {
    static func mock(isWithdrawn: Bool = false) -> QuotePage {
        QuotePage(
            layout: .mock("Quote 3", section: "Sales", crumbs: [.sales]), title: "Quote 3",
            stateText: isWithdrawn ? "Withdrawn since Nov 21, 2026." : "",
            document: .mock(
                "Quote 3", isBare: isWithdrawn,
                due: SumRow(label: "Valid until", amount: "December 5, 2026")),
            canSell: !isWithdrawn, copyPath: "/quotes/3/copy", editPath: "/quotes/3/edit",
            salePath: "/quotes/3/sale",
            withdrawalPath: "/quotes/3/withdrawal",
            sale: isWithdrawn
                ? [] : [PathLink(label: "Sale 17, Nov 21, 2026", path: "/sales/17")],
            listPath: "/quotes", jsonPath: "/quotes/3.json")
    }
}

extension QuoteNewPage {
    static func mock(fault: String? = nil) -> QuoteNewPage {
        var form = fault == nil ? SaleForm.mock : SaleForm.refused
        (form.isQuote, form.hasPayments) = (true, false)
        (form.path, form.cancelPath, form.idempotencyKey) = ("/quotes", "/quotes", "abc")
        form.summary = FaultSummary(
            fault.map { [FaultLink(field: "buyerName", text: "Name: \($0)")] } ?? [])
        var page = QuoteNewPage(
            layout: .mock("New quote", section: "Sales", crumbs: [.sales]),
            buyerName: FormField("Amina <Diallo>", fault: fault),
            buyerAddress: FormField("2 Low Street", fault: fault),
            validThrough: FormField("2026-12-21", fault: fault), form: form)
        guard fault == nil else { return page }
        (page.customer, page.customerID) = ("Amina <Diallo>", "1")
        return page
    }
}

extension QuoteSalePage {
    static func mock(fault: String? = nil) -> QuoteSalePage {
        QuoteSalePage(
            layout: .mock("Sale of quote 3", section: "Sales", crumbs: [.sales]),
            title: "Quote 3", details: "Amina <Diallo> · 3 × Lamp · $72.75",
            path: "/quotes/3/sale", cancelPath: "/quotes/3", idempotencyKey: "abc",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "quote", text: "Quote: \($0)")] } ?? []),
            quoteFault: FormField(fault: fault), payments: [.mock(0, fault: fault)],
            paymentsFault: FormField(fault: fault),
            date: FormField("2026-11-22", fault: fault), canAddCustomer: true,
            buyerName: "Amina <Diallo>", addsCustomer: fault == nil)
    }
}
