@testable import Web

extension SaleRow {
    static let mocks = [
        SaleRow(
            anchor: "sale-18", number: "18", path: "/sales/18", day: "Nov 22, 2026",
            dayISO: "2026-11-22", customer: "Amina Diallo",
            customerPath: "/customers/1", products: "2 × Chair", total: "−$60.00",
            state: "Return"),
        SaleRow(
            anchor: "sale-17", number: "17", path: "/sales/17", day: "Nov 21, 2026",
            dayISO: "2026-11-21", customer: "Amina Diallo",
            customerPath: "/customers/1", products: "3 × Chair, Lamp <x>", total: "$102.50"),
        SaleRow(
            anchor: "sale-16", number: "16", path: "/sales/16", day: "Nov 20, 2026",
            dayISO: "2026-11-20", products: "Rug", total: "$1,234.00",
            state: "Void", isVoid: true),
    ]
}

extension PredicateForm {
    static let sales = PredicateForm(
        path: "/sales", perPage: [SelectOption(value: "", label: "50", isSelected: true)],
        example: "lines.@count > 2", helpPath: "/help/predicates")
}

extension SaleIndexPage {
    static func mock(rows: [SaleRow] = SaleRow.mocks) -> SaleIndexPage {
        var page = SaleIndexPage(
            layout: .mock("Sales", section: "Sales", subsection: "Sales"), heading: "Sales",
            summary: "17 sales and 1 return, $42.50", newPath: "/sales/new",
            dayPath: "/sales/day", csvPath: "/sales.csv", jsonPath: "/sales.json",
            search: ListSearch(path: "/sales", label: "Search sales"),
            period: SalePeriodForm(path: "/sales"), filter: .sales,
            numberSort: SortLink(label: "Number", path: "/sales?sort=number", isDescending: true),
            daySort: SortLink(label: "Date", path: "/sales?sort=-date"),
            customerSort: SortLink(label: "Customer", path: "/sales?sort=customer"),
            totalSort: SortLink(label: "Total", path: "/sales?sort=-total"))
        page.rows = rows
        page.totalLabel = "Total of 17 sales and 1 return"
        page.totalAmount = "$42.50"
        page.paging = Paging(ListQuery(), total: 118) { $0.address(of: .sales).path }
        page.chips = [FilterChip(label: "Today", path: "/sales?from=2026-11-21&to=2026-11-21")]
        page.clearPath = "/sales"
        page.sorts = [SortLink(label: "Highest number first", path: "/sales", isCurrent: true)]
        return page
    }

    static var empty: SaleIndexPage {
        var page = mock(rows: [])
        page.isEmpty = true
        page.summary = "No sales"
        return page
    }

    static var nothingFound: SaleIndexPage {
        var page = mock(rows: [])
        page.isNothingFound = true
        page.isFiltered = true
        page.nothingFoundText = "No sale matches these filters."
        page.period.from = FormField("2026-11-21")
        page.period.keeps = [HiddenField(name: "state", value: "void")]
        return page
    }

    static var refused: SaleIndexPage {
        var page = mock(rows: [])
        page.isRefused = true
        page.isFiltered = true
        page.period.to = FormField("x", fault: "“x” is not a day.")
        page.filter.isOpen = true
        page.filter.keeps = [HiddenField(name: "q", value: "lamp")]
        page.filter.summary = FaultSummary([FaultLink(field: "to", text: "To: “x” is not a day")])
        page.filter.fault = PredicateFault("“numbr” is no attribute", in: "numbr = 1", at: 0)
        return page
    }
}

extension SaleLineRow {
    static let mocks = [
        SaleLineRow(
            product: "Chair", path: "/products/2", quantity: "3", unitPrice: "$30.00",
            amount: "$90.00"),
        SaleLineRow(
            product: "Lamp <x>", path: "/products/1", quantity: "1", unitPrice: "$12.50",
            amount: "$12.50", hasItem: true, itemPath: "/items/1"),
    ]
}

extension SumRow {
    static let mocks = [
        SumRow(label: "Paid: Cash", amount: "$50.00"),
        SumRow(label: "Paid: Card, void", amount: "$52.50", isVoid: true),
    ]
}

extension PaymentRow {
    static let mocks = [
        PaymentRow(
            text: "Paid: Cash", amount: "$50.00", day: "Nov 21, 2026", dayISO: "2026-11-21",
            reference: "", receiptPath: "/payments/1/receipt",
            voidPath: "/payments/1/void", isVoid: false, voidText: ""),
        PaymentRow(
            text: "Paid: Card", amount: "$52.50", day: "Nov 22, 2026", dayISO: "2026-11-22",
            reference: "Slip <7>", receiptPath: "/payments/2/receipt",
            voidPath: "/payments/2/void", isVoid: true, voidText: "void: typed twice"),
    ]
}

extension PaymentField {
    static func mock(_ index: Int, fault: String? = nil) -> PaymentField {
        var field = PaymentField(
            blank: index,
            [
                SelectOption(value: "1", label: "Cash", isSelected: true), .onAccount,
            ])
        guard let fault else { return field }
        let name = PaymentReader.name(index, "kind")
        field.show(
            index, FormData(),
            FormRefusal(faults: [.init(field: name, label: "Paid", message: fault)]))
        return field
    }
}

extension SalePaymentsPage {
    static func mock(fault: String? = nil) -> SalePaymentsPage {
        SalePaymentsPage(
            layout: .mock("Payment of sale 17", section: "Sales", crumbs: [.sales]),
            title: "Sale 17", details: "Amina Diallo · Nov 21, 2026 · $102.50",
            owed: "$52.50 still to be paid", path: "/sales/17/payments", cancelPath: "/sales/17",
            idempotencyKey: "abc",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "payments", text: "Payments: \($0)")] } ?? []),
            payments: [.mock(0, fault: fault)], paymentsFault: FormField(fault: fault),
            date: FormField("2026-11-22", fault: fault))
    }
}

extension VoidPage {
    static var impossiblePayment: VoidPage {
        var page = payment
        page.net = "$30.00"
        page.obstacles = ["It is void already: typed twice"]
        page.links = [PathLink(label: "Sale 17, Nov 21, 2026", path: "/sales/17")]
        return page
    }

    static var payment: VoidPage {
        VoidPage(
            layout: .mock("Void payment 1?", section: "Sales", crumbs: [.sales]),
            title: "payment 1", details: "Paid: Cash · Nov 21, 2026 · $50.00",
            consequences: ["It stays with its number and no longer counts."],
            path: "/payments/1/void", cancelPath: "/sales/17")
    }
}

extension ShopPage {
    static func mock(fault: String? = nil) -> ShopPage {
        let follows = [SelectOption(value: "", label: "Replaced by nothing")]
        return ShopPage(
            layout: .mock("Shop", section: "Sales", subsection: "Shop"), path: "/shop",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "name", text: "Name: \($0)")] } ?? []),
            name: FormField("Corner Shop", fault: fault),
            address: FormField("1 High Street\nSpringfield", fault: fault),
            taxNumber: FormField("12/345", fault: fault), footer: FormField("", fault: fault),
            opening: MoneyField("opening", "50.00"),
            emailid: FormField("shop@example.org", fault: fault),
            contactno: FormField("555 0100", fault: fault),
            countryCode: FormField("US", fault: fault), iban: FormField("", fault: fault),
            invoiceDays: FormField("14", fault: fault), invoiceNote: FormField("", fault: fault),
            paperLanguages: [SelectOption(value: "de", label: "Deutsch", isSelected: true)],
            paperLanguage: FormField("de", fault: fault),
            receiptPattern: FormField("", fault: fault),
            invoicePattern: FormField("R-{year}-{0000}", fault: fault),
            quotePattern: FormField("", fault: fault),
            currencies: [SelectOption(value: "USD", label: "USD", isSelected: true)],
            currency: FormField("USD", fault: fault),
            taxRates: [SelectOption(value: "1", label: "VAT 19 %", isSelected: true)],
            taxRate: FormField("1", fault: fault),
            givens: fault == nil ? ["The program was started with the name “Lamps & More”."] : [],
            rates: [
                ShopChoiceRow(
                    name: "VAT 19 %", details: "included in the prices", isRetired: false,
                    path: "/shop/tax-rates/1/retirement", successors: follows, hasSuccessors: true,
                    id: "successor-1"),
                ShopChoiceRow(
                    name: "VAT <16> %", details: "included in the prices", isRetired: true,
                    path: "/shop/tax-rates/2/retirement/delete", id: "successor-2"),
            ], ratesPath: "/shop/tax-rates",
            rateName: FormField("", fault: fault), percent: FormField("", fault: fault),
            isAdded: fault != nil,
            categories: [SelectOption(value: "E", label: "E: exempt from tax")],
            category: FormField("", fault: fault), exemptionReason: FormField("", fault: fault),
            isCategoryOpen: fault != nil,
            kinds: [
                ShopChoiceRow(
                    name: "Cash", details: "goes into the drawer", isRetired: false,
                    path: "/shop/payment-kinds/1/retirement", id: "kind-1"),
                ShopChoiceRow(
                    name: "Cheque", details: "", isRetired: true,
                    path: "/shop/payment-kinds/2/retirement/delete", id: "kind-2"),
            ], kindsPath: "/shop/payment-kinds", kindName: FormField("", fault: fault),
            isCash: fault != nil, jsonPath: "/shop.json")
    }
}

extension SaleShowPage {
    /// A sale with every value.
    static var full: SaleShowPage {
        var page = mock
        page.time = "14:05"
        page.note = "For the <hall>\nby Friday"
        page.lines[0].discount = "less 10 %"
        page.sums = [
            SumRow(label: "Sum", amount: "$93.50"), SumRow(label: "Discount", amount: "−$1.00"),
        ]
        page.sumsBelow = SumRow.mocks
        page.net = "$42.50"
        page.isAhead = true
        page.payments = PaymentRow.mocks
        page.owed = "$52.50 still to be paid, since Nov 21, 2026"
        (page.invoicePath, page.hasInvoiceLink) = ("/sales/17/invoice", true)
        (page.paymentsPath, page.canPay) = ("/sales/17/payments", true)
        return page
    }

    static var mock: SaleShowPage {
        SaleShowPage(
            layout: .mock("Sale 17", section: "Sales", crumbs: [.sales]), title: "Sale 17",
            day: "November 21, 2026", dayISO: "2026-11-21", dayPath: "/sales/days/2026-11-21",
            customer: "Amina Diallo", customerPath: "/customers/1",
            lines: SaleLineRow.mocks, total: "$102.50", countText: "2 lines, 4 pieces",
            returns: [PathLink(label: "Return 18, Nov 22, 2026", path: "/sales/18")], id: "17",
            version: "1", receiptPath: "/sales/17/receipt", voidPath: "/sales/17/void",
            canReturn: true, returnsPath: "/sales/17/returns", newPath: "/customers/1/sales/new",
            jsonPath: "/sales/17.json", curl: "curl 'http://127.0.0.1:8080/customers/1/sales'")
    }

    static var voidReturn: SaleShowPage {
        var page = mock
        page.title = "Return 18"
        page.isVoid = true
        page.voidText = "Void since Nov 22, 2026: typed twice"
        page.customerPath = ""
        page.isReturn = true
        page.canVoid = false
        page.original = [PathLink(label: "Sale 17, Nov 21, 2026", path: "/sales/17")]
        page.originalNet = "$42.50"
        page.returns = []
        page.canReturn = false
        page.curl = ""
        return page
    }
}

extension BuyerRow {
    static let mocks = [
        BuyerRow(
            id: "1", name: "Amina Diallo", details: "+221 77 123 45 67 · amina@example.org",
            path: "/customers/1/sales/new", isChosen: true),
        BuyerRow(id: "2", name: "O’Neill & Sons", details: "", path: "/customers/2/sales/new"),
    ]
}

extension BuyerPage {
    static var mock: BuyerPage {
        BuyerPage(
            layout: .mock("New sale", section: "Sales", crumbs: [.sales]), path: "/sales/new",
            search: "12345", kept: [HiddenField(name: "item", value: "7F0C<&>")],
            buyers: BuyerRow.mocks,
            heading: "2 customers have “12345”", newCustomerPath: "/customers/new",
            walkInPath: "/sales/new/walk-in", parkedPath: "/sales/parked",
            parked: "2 parked sales")
    }
}

extension SaleNewPage {
    static var walkIn: SaleNewPage {
        var form = SaleForm.mock
        form.path = "/sales"
        return SaleNewPage(
            layout: .mock("New sale", section: "Sales", crumbs: [.sales]), isWalkIn: true,
            form: form)
    }

    static func mock(form: SaleForm = .mock) -> SaleNewPage {
        SaleNewPage(
            layout: .mock("New sale to Amina Diallo", section: "Sales", crumbs: [.sales]),
            customer: "Amina Diallo", details: "+221 77 123 45 67", customerPath: "/customers/1",
            form: form)
    }
}

extension ParkedSalesPage {
    static func mock(isEmpty: Bool = false) -> ParkedSalesPage {
        let rows = [
            ParkedSaleRow(
                customer: "Walk-in", label: "3 × Lamp, Rug <x>", date: "Nov 21, 2026",
                dateISO: "2026-11-21T10:00:00Z", path: "/sales/parked/1",
                deletePath: "/sales/parked/1/delete")
        ]
        return ParkedSalesPage(
            layout: .mock("Parked sales", section: "Sales", crumbs: [.sales]),
            rows: isEmpty ? [] : rows, newPath: "/sales/new",
            jsonPath: "/sales/parked.json")
    }
}

extension SaleForm {
    static var mock: SaleForm {
        SaleForm(
            path: "/customers/1/sales", cancelPath: "/customers/1", parked: "1", isParked: true,
            date: FormField("2026-11-21"), hasTaxRates: true, taxes: "1 19 included", shopTax: "1",
            taxRates: [SelectOption(value: "1", label: "VAT 19 %")], hasPayments: true,
            payments: [.mock(0)], furtherPayments: [.mock(1)],
            lines: [SaleLineField(blank: 0), SaleLineField(blank: 1)],
            products: [
                SaleForm.OfferedProduct(
                    name: "Lamp",
                    price: "$12.50", plainPrice: "12.50")
            ],
            productsPath: "/products.json")
    }

    /// A form that was returned with faults.
    static var refused: SaleForm {
        var typed = FormData()
        for (name, value) in [
            ("lines[0][productName]", "Rug"), ("lines[0][quantity]", "x"),
            ("lines[0][unitPrice]", "1.234"), ("date", "x"), ("lines[1][product]", "99"),
            ("lines[0][discount]", "x"), ("discount", "x"), ("time", "x"), ("note", "x"),
        ] {
            typed.append(FormData.Field(name: name, value: value))
        }
        var price = FormFault(
            field: "lines[0][unitPrice]", label: "Line 1, unit price", message: "which one?")
        price.readings = [
            SelectOption(value: "1234.00", label: "$1,234.00"),
            SelectOption(value: "1.23", label: "$1.23"),
        ]
        var form = mock
        form.show(
            typed,
            FormRefusal(faults: [
                FormFault(
                    field: "lines[0][quantity]", label: "Line 1, quantity",
                    message: "“x” is not a whole number"), price,
                FormFault(field: "date", label: "Date", message: "“x” is not a day"),
                FormFault(field: "time", label: "Time", message: "“x” is no time"),
                FormFault(field: "note", label: "Note", message: "it is too long"),
                FormFault(field: "discount", label: "Discount", message: "“x” is no amount"),
                FormFault(field: "taxRate", label: "Tax", message: "there is none"),
                FormFault(
                    field: "lines[0][discount]", label: "Line 1, discount",
                    message: "“x” is no amount"),
                FormFault(
                    field: "payments[1][kind]", label: "Payment 2, paid", message: "say how"),
                FormFault(field: "payments", label: "Payments", message: "there are too many"),
                FormFault(field: "lines", label: "Lines", message: "there are too many"),
                FormFault(
                    field: "lines[1][product]", label: "Line 2, product",
                    message: "there is no such product"),
            ]))
        form.lines[0].choices = [
            MoneyReading(name: "lines[0][productName]", value: "Rug <x>", label: "Rug <x>, $40.00")
        ]
        return form
    }
}

extension VoidPage {
    static var impossibleSale: VoidPage {
        var page = sale()
        page.net = "$42.50 without what came back"
        page.obstacles = ["Something came back; void the return first."]
        page.links = [PathLink(label: "Return 18, Nov 22, 2026", path: "/sales/18")]
        return page
    }

    static func sale(fault: String? = nil) -> VoidPage {
        VoidPage(
            layout: .mock("Void sale 17?", section: "Sales", crumbs: [.sales]),
            title: "Sale 17", details: "Amina Diallo · Nov 21, 2026 · $102.50",
            consequences: [
                "It stays in the list with its number, and no longer counts in the totals."
            ],
            path: "/sales/17/void", cancelPath: "/sales/17", version: "3",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "reason", text: "Reason: \($0)")] } ?? []),
            reason: FormField("", fault: fault))
    }
}

extension SaleReturnPage {
    static func mock(fault: String? = nil) -> SaleReturnPage {
        SaleReturnPage(
            layout: .mock("What comes back", section: "Sales", crumbs: [.sales]),
            title: "Sale 17", details: "Amina Diallo · Nov 21, 2026 · $102.50",
            net: "$90.00 without what came back", path: "/sales/17/returns",
            cancelPath: "/sales/17",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "lines[0][quantity]", text: "Line 1: \($0)")] } ?? []),
            date: FormField("2026-11-22", fault: fault),
            lines: [
                SaleReturnField(
                    name: "lines[0]", productID: "2", product: "Chair", unitPrice: "30.00",
                    details: "3 at $30.00", quantity: FormField("9", fault: fault), most: "3"),
                SaleReturnField(
                    name: "lines[1]", productID: "1", product: "Lamp", unitPrice: "12.50",
                    details: "1 at $12.50, of which 1 came back", most: "0", isGone: true),
            ], hasPayments: true, payments: [.mock(0)], linesFault: FormField(fault: fault))
    }
}

extension ReceiptPage {
    /// A receipt with every value.
    static var full: ReceiptPage {
        var page = mock(on: .roll)
        page.letterhead.taxNumber = "Tax number 12/345"
        page.time = "14:05"
        page.remark = "For the <hall>"
        page.lines[0].discount = "less 10 %"
        page.sums = [SumRow(label: "Discount", amount: "−$1.00")]
        page.sumsBelow = SumRow.mocks
        return page
    }

    static func payment(on paper: Paper = .a4) -> ReceiptPage {
        ReceiptPage(
            layout: .mock("Payment 1", section: "Sales", crumbs: [.sales]), heading: "Payment 1",
            language: "en", labels: .mock, letterhead: .mock(isEmpty: paper == .letter),
            title: "Payment 1", isVoid: paper == .roll,
            day: "November 21, 2026", dayISO: "2026-11-21", time: "14:05",
            customer: "Amina Diallo", note: "For sale 17 of Nov 21, 2026",
            paid: "Paid: Cash", total: "$50.00",
            sumsBelow: [SumRow(label: "Still to be paid", amount: "$52.50")], footer: "Thank you",
            page: paper.pageName(lines: 2, others: 2),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label, path: "/payments/1/receipt?paper=\($0.rawValue)",
                    isCurrent: $0 == paper)
            }, salePath: "/sales/17")
    }

    static func mock(on paper: Paper = .a4) -> ReceiptPage {
        ReceiptPage(
            layout: .mock("Receipt 17", section: "Sales", crumbs: [.sales]), heading: "Receipt 17",
            language: "en", labels: .mock,
            letterhead: .mock(isEmpty: paper == .letter, hasTaxNumber: false),
            title: "Receipt 17",
            isVoid: paper == .roll, day: "November 21, 2026", dayISO: "2026-11-21",
            customer: "Amina Diallo",
            note: paper == .roll ? "Returned from sale 16 of Nov 20, 2026" : "",
            lines: SaleLineRow.mocks, total: "$102.50", footer: "Thank you",
            page: paper.pageName(lines: 2, others: 2),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label, path: "/sales/17/receipt?paper=\($0.rawValue)",
                    isCurrent: $0 == paper)
            }, salePath: "/sales/17", newPath: "/customers/1/sales/new")
    }
}

extension PathLink {
    static let sales = PathLink(label: "Sales", path: "/sales")
}

extension InvoiceNewPage {
    static func mock(fault: String? = nil) -> InvoiceNewPage {
        InvoiceNewPage(
            layout: .mock("Invoice of sale 17", section: "Sales", crumbs: [.sales]),
            title: "Sale 17", details: "Amina Diallo · Nov 21, 2026 · $102.50",
            path: "/sales/17/invoice", cancelPath: "/sales/17",
            gaps: fault == nil ? [] : ["An invoice needs the address of the shop."],
            shopPath: "/shop",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "buyerName", text: "Name: \($0)")] } ?? []),
            buyerName: FormField("Amina <Diallo>", fault: fault),
            buyerAddress: FormField("", fault: fault),
            buyerTaxNumber: FormField("", fault: fault),
            buyerReference: FormField("", fault: fault),
            date: FormField("2026-11-21", fault: fault),
            dueDate: FormField("2026-12-05", fault: fault), note: FormField("", fault: fault))
    }
}

extension InvoicePage {
    static func mock(isBare: Bool = false) -> InvoicePage {
        InvoicePage(
            layout: .mock("Invoice 5", section: "Sales", crumbs: [.sales]), title: "Invoice 5",
            document: .mock(
                "Invoice 5", isBare: isBare, due: SumRow(label: "Due", amount: "December 5, 2026"),
                below: [SumRow(label: "Due by Dec 5, 2026", amount: "$72.75")]),
            salePath: "/sales/17", copyPath: "/invoices/5/copy", jsonPath: "/invoices/5.json")
    }
}
