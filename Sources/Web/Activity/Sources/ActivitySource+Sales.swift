import Domain
import Persistence

extension ActivitySource {
    /// The words of the sales.
    static let sales: [EntityName: ActivitySource] = selling.merging(customers) { $1 }
        .merging(shop) { $1 }

    private static let selling: [EntityName: ActivitySource] = [
        .sale: ActivitySource(.sales, "sale") { (sale: Sale) in
            ("no. \(sale.writtenNumber)", .sale(number(sale)))
        },
        .saleLine: ActivitySource(.sales, "line", partOf: [.sale]) { (line: SaleLine) in
            place(of: line.sale)
        },
        .payment: ActivitySource(.sales, "payment", partOf: [.sale]) { (payment: Payment) in
            place(of: payment.sale)
        },
        .invoice: ActivitySource(.sales, "invoice") { (invoice: Invoice) in
            ("no. \(invoice.writtenNumber)", .invoice(number(invoice)))
        },
        .quote: ActivitySource(.sales, "quote") { (quote: Quote) in
            ("no. \(quote.writtenNumber)", .quote(number(quote)))
        },
        .quoteLine: ActivitySource(.sales, "line", partOf: [.quote]) { (line: QuoteLine) in
            guard let quote = line.quote else { return ("", nil) }
            return ("quote no. \(quote.writtenNumber)", .quote(number(quote)))
        },
        .parkedSale: ActivitySource(.sales, "parked sale") { (parked: ParkedSale) in
            (parked.label ?? "", .parkedSale(number(parked)))
        },
        .closedDay: ActivitySource(.sales, "closing", isOf: true) { (closed: ClosedDay) in
            guard let day = closed.date.map({ CalendarDay($0) }) else { return ("", nil) }
            return (DayText.long(day), .salesDay(day))
        },
    ]

    private static let customers: [EntityName: ActivitySource] = [
        .customer: ActivitySource(.sales, "customer") { (customer: Customer) in
            place(of: customer)
        },
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
            (tag.name ?? "", SitePath.customers.query([("tag", "\(number(tag))")]))
        },
    ]

    private static let shop: [EntityName: ActivitySource] = [
        .product: ActivitySource(.sales, "product") { (product: Product) in
            (product.name ?? "", .product(number(product)))
        },
        .productCategory: ActivitySource(.sales, "category of products") {
            (category: ProductCategory) in
            (category.name ?? "", .products)
        },
        .stockEntry: ActivitySource(.sales, "stock", partOf: [.product, .saleLine]) {
            (entry: StockEntry) in
            guard let product = entry.product else { return ("", nil) }
            return (product.name ?? "", .productStock(number(product)))
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

    private static func place(of sale: Sale?) -> Name {
        guard let sale else { return ("", nil) }
        return ("sale no. \(sale.writtenNumber)", .sale(number(sale)))
    }

    private static func place(of customer: Customer?) -> Name {
        guard let customer else { return ("", nil) }
        return (customer.name ?? "", .customer(number(customer)))
    }
}
