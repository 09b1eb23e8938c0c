import Domain
import Foundation
import Persistence

extension Section {
    static let sales = Section(
        "sales", "Sales", icon: "i-receipt", root: .customers,
        subsections: [
            .customers, .sales, .products, .quotes, .invoices, .salesTotals, .salesImport, .shop,
        ], topic: .sales)
}

extension Subsection {
    static let customers = Subsection("Customers", .customers)
    static let sales = Subsection("Sales", .sales)
    static let products = Subsection("Products", .products)
    static let quotes = Subsection("Quotes", .quotes, topic: .quotes)
    static let invoices = Subsection("Invoices", .invoices, topic: .quotes)
    static let salesTotals = Subsection("Totals", .salesTotals)
    static let salesImport = Subsection("Import", .salesImport, topic: .importing)
    static let shop = Subsection("Shop", .shop, topic: .shop)
}

extension SectionDescription {
    static let sales = SectionDescription(
        section: .sales,
        parts: salesControllers.map { kind in SectionPart { kind.init(shop: $0.shop) } } + [
            customerPart, productPart,
        ],
        activity: selling.merging(customers) { $1 }.merging(shop) { $1 },
        unseen: ["SaleNumbering", "NumberSeries"], imports: imports)

    private static let imports: [ImportKind: ImportKindPages] = [
        .customers: ImportKindPages(
            list: .customers,
            hint:
                "Changes customers, matched by record number, e-mail or phone. Numbers and tags are "
                + "added. New customers come with their first sale, in a file of lines of sales.",
            further: importedLists),
        .products: ImportKindPages(
            list: .products,
            hint:
                "Adds and changes products, matched by record number or name. Stock is imported for "
                + "products that are not counted yet.", further: importedLists),
        .sales: ImportKindPages(
            list: .sales,
            hint: "Changes the day and customer of sales, matched by number, and voids them.",
            further: importedLists),
        .lines: ImportKindPages(
            list: .sales, exportPath: SitePath.saleLines.csv,
            hint:
                "Adds sales, one row per line, with new customers and products. Consecutive rows "
                + "with the same number, or the same day, time and customer, are one sale.",
            listLabel: "Sales", further: importedLists, fills: [.customers, .products]),
        .payments: ImportKindPages(
            list: .sales, exportPath: SitePath.payments.csv,
            hint:
                "Adds payments to sales, matched by number, and voids payments. Recorded payments "
                + "are not changed, and closed days take no payments.", listLabel: "Sales",
            further: importedLists, fills: [.payments]),
        .stock: ImportKindPages(
            list: .products, exportPath: SitePath.stock.csv,
            hint:
                "Adds stock changes of products, matched by number, barcode or name, after the last "
                + "change or before the first count. Recorded changes stay.",
            listLabel: "Products", further: [("Sales", .sales)], fills: [.stock]),
    ]

    private static let importedLists: [(label: String, path: SitePath)] = [
        ("Customers", .customers), ("Products", .products),
    ]

    private static let salesControllers: [any SalesRoutes.Type] = [
        SalesController.self, SaleCorrectionsController.self, ReceiptController.self,
        InvoicesController.self, QuotesController.self, DaySheetController.self,
        DayClosingController.self, SalePaymentsController.self, ShopController.self,
        SalesTotalsController.self, NewSaleController.self, ParkedSalesController.self,
        CustomerCardsController.self, CustomerStatementController.self,
        CustomerMergeController.self, ProductStockController.self, ItemSaleController.self,
    ]

    private static let customerPart = SectionPart(
        provider: { CustomersController(shop: $0.shop) },
        activity: [
            .customer: ActivitySource(.sales, Customer.description, below: .customers)
        ],
        search: [
            SearchSource(.customer, section: .sales, "Customers", list: .customers) {
                (customer: Customer) in
                SearchHit(
                    label: customer.name ?? "",
                    detail: SearchHit.joined(customer.emailid, customer.contactno),
                    path: .customer(customer.savedNumber))
            }
        ])

    private static var productPart: SectionPart {
        var part = SectionPart(.sales, below: .products, isShared: true) {
            Products(shop: $0.shop)
        }
        part.search = [
            SearchSource(.product, section: .sales, "Products", list: .products) {
                (product: Product) in
                SearchHit(
                    label: product.name ?? "", amount: product.price ?? 0,
                    plainDetail: Money.plainText(product.price ?? 0),
                    path: .product(product.savedNumber))
            }
        ]
        return part
    }
}

// MARK: - Changes

extension SectionDescription {
    private static let selling: [EntityName: ActivitySource] = [
        .sale: ActivitySource(.sales, "sale") { (sale: Sale) in
            ("no. \(sale.writtenNumber)", .sale(sale.savedNumber))
        },
        .saleLine: ActivitySource(.sales, "line", partOf: [.sale]) { (line: SaleLine) in
            place(of: line.sale)
        },
        .payment: ActivitySource(.sales, "payment", partOf: [.sale]) { (payment: Payment) in
            place(of: payment.sale)
        },
        .invoice: ActivitySource(.sales, "invoice") { (invoice: Invoice) in
            ("no. \(invoice.writtenNumber)", .invoice(invoice.savedNumber))
        },
        .quote: ActivitySource(.sales, "quote") { (quote: Quote) in
            ("no. \(quote.writtenNumber)", .quote(quote.savedNumber))
        },
        .quoteLine: ActivitySource(.sales, "line", partOf: [.quote]) { (line: QuoteLine) in
            guard let quote = line.quote else { return ("", nil) }
            return ("quote no. \(quote.writtenNumber)", .quote(quote.savedNumber))
        },
        .parkedSale: ActivitySource(.sales, "parked sale") { (parked: ParkedSale) in
            (parked.label ?? "", .parkedSale(parked.savedNumber))
        },
        .closedDay: ActivitySource(.sales, "closing", isOf: true) { (closed: ClosedDay) in
            guard let day = closed.date.map({ CalendarDay($0) }) else { return ("", nil) }
            return (DayText.long(day), .salesDay(day))
        },
    ]

    private static let customers: [EntityName: ActivitySource] = [
        .creditCard: ActivitySource(.sales, "card", partOf: [.customer]) { (card: CreditCard) in
            place(of: card.customer)
        },
        .customerNumber: ActivitySource(.sales, "number", partOf: [.customer]) {
            (entry: CustomerNumber) in
            place(of: entry.customer)
        },
        .customerAddress: ActivitySource(.sales, "address", partOf: [.customer]) {
            (address: CustomerAddress) in
            place(of: address.customer)
        },
        .customerTag: ActivitySource(.sales, "tag of customers") { (tag: CustomerTag) in
            (tag.name ?? "", SitePath.customers.query([("tag", "\(tag.savedNumber)")]))
        },
    ]

    private static let shop: [EntityName: ActivitySource] = [
        .productCategory: ActivitySource(.sales, "category of products") {
            (category: ProductCategory) in
            (category.name ?? "", .products)
        },
        .stockEntry: ActivitySource(.sales, "stock", partOf: [.product, .saleLine]) {
            (entry: StockEntry) in
            guard let product = entry.product else { return ("", nil) }
            return (product.name ?? "", .productStock(product.savedNumber))
        },
        .taxRate: ActivitySource(.sales, "tax rate") { (rate: TaxRate) in
            (rate.name ?? "", .shop)
        },
        .paymentKind: ActivitySource(.sales, "way to pay") { (kind: PaymentKind) in
            (kind.name ?? "", .shop)
        },
        .shopProfile: ActivitySource(.sales, "shop") { (shop: ShopProfile) in
            (shop.name ?? "without a name", .shop)
        },
    ]

    private static func place(of sale: Sale?) -> ActivitySource.Name {
        guard let sale else { return ("", nil) }
        return ("sale no. \(sale.writtenNumber)", .sale(sale.savedNumber))
    }

    private static func place(of customer: Customer?) -> ActivitySource.Name {
        guard let customer else { return ("", nil) }
        return (customer.name ?? "", .customer(customer.savedNumber))
    }
}

// MARK: - Search by number

extension SearchSource {
    /// Sales, which are found only by their numbers.
    static let sale = SearchSource("Sale", section: .sales, "Sales", list: .sales) { (sale: Sale) in
        SearchHit(
            label: "Sale \(sale.writtenNumber)",
            detail: SearchHit.joined(
                sale.customer?.name, sale.date.map { DateText.short($0, in: .gmt) }),
            path: .sale(sale.savedNumber))
    }

    /// Invoices and quotes, which are found by their printed numbers.
    static let invoice = SearchSource("Invoice", section: .sales, "Invoices", list: .invoices) {
        (invoice: Invoice) in
        SearchHit(
            label: "Invoice \(invoice.writtenNumber)", detail: invoice.buyerName ?? "",
            path: .invoice(invoice.savedNumber))
    }

    static let quote = SearchSource("Quote", section: .sales, "Quotes", list: .quotes) {
        (quote: Quote) in
        SearchHit(
            label: "Quote \(quote.writtenNumber)",
            detail: quote.customer?.name ?? quote.buyerName ?? "", path: .quote(quote.savedNumber))
    }
}
