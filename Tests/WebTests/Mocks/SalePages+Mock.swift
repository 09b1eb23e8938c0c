@testable import Web

extension SaleRow {
    static let mocks = [
        SaleRow(
            anchor: "sale-18", number: "18", path: "/sales/18", day: "Nov 22, 2026",
            dayISO: "2026-11-22", hasCustomer: true, customer: "Amina Diallo",
            customerPath: "/customers/1", products: "2 × Chair", total: "−$60.00", hasState: true,
            state: "Return"),
        SaleRow(
            anchor: "sale-17", number: "17", path: "/sales/17", day: "Nov 21, 2026",
            dayISO: "2026-11-21", hasCustomer: true, customer: "Amina Diallo",
            customerPath: "/customers/1", products: "3 × Chair, Lamp <x>", total: "$102.50"),
        SaleRow(
            anchor: "sale-16", number: "16", path: "/sales/16", day: "Nov 20, 2026",
            dayISO: "2026-11-20", products: "Rug", total: "$1,234.00", hasState: true,
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
        page.hasRows = !rows.isEmpty
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
            amount: "$12.50", hasItem: true, itemPath: "/items/1", hasItemPath: true),
    ]
}

extension SaleShowPage {
    static var mock: SaleShowPage {
        SaleShowPage(
            layout: .mock("Sale 17", section: "Sales", crumbs: [.sales]), title: "Sale 17",
            day: "November 21, 2026", dayISO: "2026-11-21", dayPath: "/sales/days/2026-11-21",
            hasCustomer: true, customer: "Amina Diallo", customerPath: "/customers/1",
            lines: SaleLineRow.mocks, total: "$102.50", countText: "2 lines, 4 pieces",
            hasReturns: true,
            returns: [PathLink(label: "Return 18, Nov 22, 2026", path: "/sales/18")], id: "17",
            version: "1", receiptPath: "/sales/17/receipt", voidPath: "/sales/17/void",
            canReturn: true, returnsPath: "/sales/17/returns", newPath: "/customers/1/sales/new",
            jsonPath: "/sales/17.json", curl: "curl 'http://127.0.0.1:8080/customers/1/sales'",
            hasCurl: true)
    }

    static var voidReturn: SaleShowPage {
        var page = mock
        page.title = "Return 18"
        page.isVoid = true
        page.voidText = "Void since Nov 22, 2026: typed twice"
        page.hasCustomer = false
        page.isReturn = true
        page.original = [PathLink(label: "Sale 17, Nov 21, 2026", path: "/sales/17")]
        page.hasReturns = false
        page.canReturn = false
        page.hasCurl = false
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
            search: "12345", hasBuyers: true, buyers: BuyerRow.mocks,
            heading: "2 customers have “12345”", newCustomerPath: "/customers/new")
    }
}

extension SaleNewPage {
    static func mock(form: SaleForm = .mock) -> SaleNewPage {
        SaleNewPage(
            layout: .mock("New sale to Amina Diallo", section: "Sales", crumbs: [.sales]),
            customer: "Amina Diallo", details: "+221 77 123 45 67", customerPath: "/customers/1",
            form: form)
    }
}

extension SaleForm {
    static var mock: SaleForm {
        SaleForm(
            path: "/customers/1/sales", cancelPath: "/customers/1",
            date: FormField("2026-11-21"),
            lines: [SaleLineField(blank: 0), SaleLineField(blank: 1)],
            products: [SelectOption(value: "$12.50", label: "Lamp")],
            productsPath: "/products.json")
    }

    /// A form that came back with faults.
    static var refused: SaleForm {
        var typed = FormData()
        for (name, value) in [
            ("lines[0][productName]", "Rug"), ("lines[0][quantity]", "x"),
            ("lines[0][unitPrice]", "1.234"), ("date", "x"), ("lines[1][product]", "99"),
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
                FormFault(field: "lines", label: "Lines", message: "there are too many"),
                FormFault(
                    field: "lines[1][product]", label: "Line 2, product",
                    message: "there is no such product"),
            ]))
        return form
    }
}

extension SaleVoidPage {
    static func mock(fault: String? = nil) -> SaleVoidPage {
        SaleVoidPage(
            layout: .mock("Make sale 17 void?", section: "Sales", crumbs: [.sales]),
            title: "Sale 17", details: "Amina Diallo · Nov 21, 2026 · $102.50",
            consequences: ["It stays in the list with its number, and counts in no total."],
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
            path: "/sales/17/returns", cancelPath: "/sales/17",
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
            ], linesFault: FormField(fault: fault))
    }
}

extension ReceiptPage {
    static func mock(on paper: Paper = .a4) -> ReceiptPage {
        ReceiptPage(
            layout: .mock("Receipt 17", section: "Sales", crumbs: [.sales]),
            shop: "Corner Shop", hasShop: paper != .letter, address: "1 High Street\nSpringfield",
            hasAddress: paper != .letter, title: "Receipt 17",
            isVoid: paper == .roll, day: "November 21, 2026", dayISO: "2026-11-21",
            hasCustomer: true, customer: "Amina Diallo", lines: SaleLineRow.mocks,
            total: "$102.50",
            note: paper == .roll ? "Comes back from sale 16 of Nov 20, 2026" : "",
            hasNote: paper == .roll, footer: "Thank you",
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
