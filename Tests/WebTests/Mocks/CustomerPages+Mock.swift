import Domain

@testable import Web

extension PredicateForm {
    static func mock(of list: String, example: String) -> PredicateForm {
        PredicateForm(
            path: list, keeps: [HiddenField(name: "sort", value: "name")],
            perPage: [
                SelectOption(value: "", label: "50", isSelected: true),
                SelectOption(value: "100", label: "100"),
            ], example: example, helpPath: "/help/predicates")
    }

    /// An invalid predicate.
    static func refused(of list: String) -> PredicateForm {
        var form = mock(of: list, example: "name BEGINSWITH \"A\"")
        form.isOpen = true
        form.predicate = "nam == \"Ann\""
        form.fault = PredicateFault(
            "There is no attribute “nam”. Did you mean “name”?", in: form.predicate, at: 0,
            length: 3)
        form.summary = FaultSummary([
            FaultLink(field: "predicate", text: "Predicate: there is no attribute “nam”")
        ])
        return form
    }
}

extension CustomerShowPage {
    static var mock: CustomerShowPage {
        var page = CustomerShowPage(
            layout: .sales("Amina Diallo", crumbs: [.customers], notices: [.added]), id: "1",
            name: "Amina Diallo", version: "3",
            figures: [Figure(value: "$39.98", label: "in all", path: "/customers/1#purchases")],
            purchases: [
                PurchaseRow(
                    number: "12", path: "/sales/12", products: "2 × Desk lamp",
                    day: "Nov 19, 2026", dayISO: "2026-11-19", total: "$39.98"),
                PurchaseRow(
                    number: "9", path: "/sales/9", products: "Chair", day: "Nov 1, 2026",
                    dayISO: "2026-11-01", total: "$80.00", isVoid: true,
                    note: "void"),
            ], hasMorePurchases: true, count: "14 sales",
            products: TradeTable(
                id: "products", title: "Products bought", subject: "Product", rows: [.mock]),
            editPath: "/customers/1/edit", mergePath: "/customers/1/merge",
            anonymizePath: "/customers/1/anonymization", deletePath: "/customers/1/delete",
            newSalePath: "/customers/1/sales/new", salesPath: "/customers/1/sales",
            jsonPath: "/customers/1.json", curl: "curl 'http://localhost/customers'")
        page.notes = "Rings <twice>\nand waits"
        page.consent = "Since Nov 21, 2026"
        page.owed = "$12.50"
        page.owedSince = "Nov 21, 2026"
        page.owedPath = "/customers/1/sales?state=owed"
        page.numbers = [
            ContactRow(label: "work", text: "555 <0199>", path: "tel:5550199")
        ]
        page.addresses = [
            ContactRow(label: "", text: "2 Low Street\nShelbyville <x>")
        ]
        page.tags = [PathLink(label: "garden <x>", path: "/customers?tag=1")]
        page.taxNumber = "12/345"
        page.paperLanguage = "Deutsch"
        page.cardPath = "/customers/1/card.vcf"
        page.newQuotePath = "/quotes/new?customer=1"
        page.statementPath = "/customers/1/statement"
        page.everythingPath = "/customers/1/everything.json"
        page.emailid = "amina@example.org"
        page.emailLink = "mailto:amina@example.org"
        page.contactno = "+221 77 123 45 67"
        page.contactLink = "tel:+221771234567"
        page.hasBoth = true
        page.card = "Visa ending in 1111"
        page.cardDetails = "A. Diallo · expires 05/27"
        page.first = "Nov 1, 2026"
        page.firstISO = "2026-11-01"
        page.last = "Nov 19, 2026"
        page.lastISO = "2026-11-19"
        page.duplicates = [
            DuplicateNotice(
                text: "Another customer has the e-mail amina@example.org.",
                label: "Look at A. Diallo", path: "/customers/7", mergePath: "/customers/1/merge")
        ]
        page.cardWarnings = [
            Notice(
                text: "The card expired in 05/20.", linkPath: "/customers/1/edit",
                linkLabel: "Edit the card")
        ]
        return page
    }

    /// A customer with few details, whose only sale is void.
    static var bare: CustomerShowPage {
        var page = mock
        page.emailid = ""
        page.contactno = ""
        page.hasBoth = false
        page.card = ""
        page.first = ""
        page.duplicates = []
        page.cardWarnings = []
        return page
    }
}

extension TradeRow {
    static let mock = TradeRow(
        name: "Desk lamp", path: "/products/1", last: "Nov 19, 2026",
        lastISO: "2026-11-19", quantity: "2", unit: "sold", total: "$39.98")
}

extension CustomerForm {
    static var new: CustomerForm {
        var form = CustomerForm(path: "/customers", cancelPath: "/customers", isNew: true)
        form.sale = SaleForm(
            path: "/customers", cancelPath: "/customers", date: FormField("2026-11-21"),
            lines: [SaleLineField(blank: 0)],
            products: [
                SaleForm.OfferedProduct(
                    name: "Desk lamp",
                    price: "$19.99", plainPrice: "19.99")
            ],
            productsPath: "/products.json")
        return form
    }

    static var edited: CustomerForm {
        var form = CustomerForm(
            path: "/customers/1", cancelPath: "/customers/1", version: "3",
            shown: [HiddenField(name: "shown[name]", value: "Amina")],
            name: FormField("Amina Diallo"), emailid: FormField("amina@example.org"),
            contactno: FormField("+221 77 123 45 67"),
            addresses: [AddressField(0, .mock), AddressField(1, PostalAddress())],
            numbers: FormField("work: 555 0199"), tags: FormField("garden"),
            taxNumber: FormField("12/345"), hasContacts: true)
        form.paperLanguages = [
            SelectOption(value: "", label: "As for all customers"),
            SelectOption(value: "de", label: "Deutsch", isSelected: true),
        ]
        form.paperLanguage = FormField("de")
        form.card = CardForm(
            hasCard: true, saved: "Visa ending in 1111", holder: FormField("A. Diallo"),
            expiry: FormField("05/27"), isRemoved: true)
        return form
    }

    /// A form in which every field is at fault.
    static var refused: CustomerForm {
        var form = new
        form.name = FormField("", fault: "Enter a value.")
        form.emailid = FormField("amina", fault: "“amina” is not an e-mail address.")
        form.contactno = FormField("x", fault: "“x” is not a number.")
        var address = AddressField(0, .mock)
        address.isSpare = true
        for index in address.parts.indices {
            address.parts[index].fault = "It is too long."
        }
        form.addresses = [address]
        form.numbers = FormField("x", fault: "“x” is not a number.")
        form.tags = FormField("x", fault: "It is too long.")
        form.taxNumber = FormField("x", fault: "It is too long.")
        form.paperLanguage = FormField("xx", fault: "“xx” is not one of de, en, fr.")
        form.hasContacts = true
        form.sale.linesFault = FormField(fault: "sales is a required value.")
        form.card = CardForm(
            isOpen: true,
            number: CardNumberField(
                hint: "Type the number again", fault: "It is mistyped."),
            holder: FormField("", fault: "It is too long."),
            expiry: FormField("13/27", fault: "“13/27” has no month from 1 to 12."))
        form.summary = FaultSummary([FaultLink(field: "name", text: "Name: enter a value")])
        return form
    }
}

extension CustomerFormPage {
    static func mock(_ form: CustomerForm = .new) -> CustomerFormPage {
        CustomerFormPage(layout: .sales("New customer", crumbs: [.customers]), form: form)
    }
}

extension CustomerFormPage {
    static var editMock: CustomerFormPage {
        CustomerFormPage(
            layout: .sales("Edit Amina Diallo", crumbs: [.customers, .amina]),
            name: "Amina Diallo", form: .edited)
    }
}

extension CustomerConflictPage {
    static var mock: CustomerConflictPage {
        CustomerConflictPage(
            layout: .sales("Amina Diallo has changed", crumbs: [.customers, .amina]),
            name: "Amina Diallo", hasBefore: true,
            rows: [
                ConflictRow("Name", before: "Amina", saved: "Amina Diallo", typed: "Amina D.")
            ],
            recordPath: "/customers/1", form: .edited)
    }
}

extension CustomerMergePage {
    static func mock(isEmpty: Bool = false) -> CustomerMergePage {
        CustomerMergePage(
            layout: .sales("Merge Amina Diallo", crumbs: [.customers, .amina]),
            name: "Amina Diallo", explanation: "Choose who stays.",
            summary: FaultSummary([
                FaultLink(field: "into", text: "Merge: choose the customer who gets the sales")
            ]),
            searchPath: "/customers/1/merge", searchText: "diallo",
            candidates: isEmpty
                ? []
                : [
                    CustomerCandidate(
                        id: "7", name: "A. Diallo", details: "+221 77 123 45 67", count: "3 sales")
                ],
            emptyText: "No other customer matches “diallo”.", mergePath: "/customers/1/merge",
            cancelPath: "/customers/1")
    }
}

extension CustomerMergeQuestionPage {
    static var mock: CustomerMergeQuestionPage {
        CustomerMergeQuestionPage(
            layout: .sales("Merge Amina Diallo into A. Diallo?", crumbs: [.customers, .amina]),
            name: "Amina Diallo", otherName: "A. Diallo", into: "7",
            kept: ["“A. Diallo” gets the 14 sales of “Amina Diallo”."],
            lost: ["The name Amina Diallo, because “A. Diallo” has another one."],
            isAnythingLost: true, mergePath: "/customers/1/merge", choicePath: "/customers/1/merge")
    }
}

extension CustomerAnonymizationPage {
    static var mock: CustomerAnonymizationPage {
        CustomerAnonymizationPage(
            layout: .sales("Remove Amina Diallo?", crumbs: [.customers, .amina]),
            name: "Amina Diallo", count: "14 sales",
            consequences: ["Name, e-mail, number and card go for good."],
            anonymizePath: "/customers/1/anonymization", cancelPath: "/customers/1")
    }
}

extension CustomerStatementPage {
    static func mock(isEmpty: Bool = false) -> CustomerStatementPage {
        let rows = [
            CustomerStatementRow(
                title: "Sale 17", day: "Nov 21, 2026", dayISO: "2026-11-21",
                products: "3 × Chair, Lamp <x>", total: "$102.50", owed: "$52.50"),
            CustomerStatementRow(
                title: "Return 18", day: "Nov 22, 2026", dayISO: "2026-11-22", products: "Chair",
                total: "−$30.00", owed: ""),
        ]
        return CustomerStatementPage(
            layout: .sales("Statement for Amina Diallo", crumbs: [.customers, .amina]),
            language: "en", labels: .mock, page: "a4", summary: "From Nov 1, 2026",
            letterhead: .mock(isEmpty: isEmpty),
            customer: "Amina Diallo",
            contact: isEmpty ? "" : "+221 77 123 45 67\namina@example.org",
            period: "From Nov 1, 2026", from: "2026-11-01", to: "",
            path: "/customers/1/statement", rows: isEmpty ? [] : rows,
            total: "$72.50", owed: isEmpty ? "" : "$52.50",
            customerPath: "/customers/1")
    }
}

extension PostalAddress {
    static var mock: PostalAddress {
        var address = PostalAddress()
        (address.label, address.street) = ("home", "2 <Low> Street")
        (address.postalCode, address.city, address.countryCode) = ("62565", "Shelbyville", "US")
        return address
    }
}

extension CustomerCardsPage {
    static func mock(fault: String? = nil) -> CustomerCardsPage {
        var page = CustomerCardsPage(
            layout: .sales("Address cards", crumbs: [.customers]), path: "/customers/cards",
            allPath: "/customers.vcf",
            summary: FaultSummary(
                fault.map { [FaultLink(field: "file", text: "File: \($0)")] } ?? []),
            file: FormField(fault: fault))
        guard fault == nil else { return page }
        page.rows = [
            CustomerCardRow(
                name: "Amina <Diallo>", text: "Completed: 555 0199", path: "/customers/1",
                label: "Look")
        ]
        return page
    }
}
