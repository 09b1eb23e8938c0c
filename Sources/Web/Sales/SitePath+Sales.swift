extension SitePath {
    static let sales = SitePath("/sales")
    static let newSale = sales.below("new")
    /// The form of a sale to a walk-in.
    static let newWalkInSale = newSale.below("walk-in")
    /// The parked sales.
    static let parkedSales = sales.below("parked")
    static let salesTotals = sales.below("totals")
    /// The day sheet of a day in a form.
    static let salesDay = sales.below("day")
    /// The closed days.
    static let closedDays = sales.below("days")
    static let saleLines = sales.below("lines")
    static let salesImport = sales.below("import")
    static let customers = SitePath("/customers")
    /// The import of address cards.
    static let customerCards = customers.below("cards")
    /// All customers as address cards.
    static let allCustomerCards = SitePath("/customers.vcf")
    static let newCustomer = customers.below("new")
    static let products = SitePath("/products")
    static let productLabels = products.below("labels")
    static let invoices = SitePath("/invoices")
    static let quotes = SitePath("/quotes")
    static let quoteLines = quotes.below("lines")
    static let payments = SitePath("/payments")
    /// The stock entries of all products, as a table.
    static let stock = products.below("stock")
    static let newQuote = quotes.below("new")
    /// The profile of the shop with its tax rates and payment methods.
    static let shop = SitePath("/shop")
    static let taxRates = shop.below("tax-rates")
    static let paymentKinds = shop.below("payment-kinds")

    static func taxRate(_ id: some PathPart) -> SitePath { taxRates.below("\(id)") }

    static func paymentKind(_ id: some PathPart) -> SitePath { paymentKinds.below("\(id)") }

    /// The action that retires what the shop offers.
    var retirement: SitePath { below("retirement") }

    /// The action that deletes something, or the confirmation before.
    var deletion: SitePath { below("delete") }

    static func sale(_ id: some PathPart) -> SitePath { sales.below("\(id)") }

    static func parkedSale(_ id: some PathPart) -> SitePath { parkedSales.below("\(id)") }

    /// A file that waits to be imported.
    static func salesImport(_ token: some PathPart) -> SitePath { salesImport.below("\(token)") }

    /// A finished import.
    static func salesImportDone(_ id: some PathPart) -> SitePath {
        sales.below("imports").below("\(id)")
    }

    static func undoSalesImport(_ id: some PathPart) -> SitePath {
        salesImportDone(id).below("undo")
    }

    static func saleReceipt(_ id: some PathPart) -> SitePath { sale(id).below("receipt") }

    /// The later payments of a sale.
    static func salePayments(_ id: some PathPart) -> SitePath { sale(id).below("payments") }

    static func payment(_ id: some PathPart) -> SitePath { SitePath("/payments/\(id)") }

    static func paymentReceipt(_ id: some PathPart) -> SitePath { payment(id).below("receipt") }

    static func voidPayment(_ id: some PathPart) -> SitePath { payment(id).below("void") }

    /// The action that closes a day.
    static func closedDay(_ day: some PathPart) -> SitePath { salesDay(day).below("closing") }

    /// The invoice of a sale.
    static func saleInvoice(_ id: some PathPart) -> SitePath { sale(id).below("invoice") }

    static func invoice(_ id: some PathPart) -> SitePath { invoices.below("\(id)") }

    /// The form of a quote for a customer.
    static func newQuote(for customer: some PathPart) -> SitePath {
        newQuote.query([("customer", "\(customer)")])
    }

    static func quote(_ id: some PathPart) -> SitePath { quotes.below("\(id)") }

    /// The action that turns a quote into a sale.
    static func quoteSale(_ id: some PathPart) -> SitePath { quote(id).below("sale") }

    static func quoteWithdrawal(_ id: some PathPart) -> SitePath { quote(id).below("withdrawal") }

    static func voidSale(_ id: some PathPart) -> SitePath { sale(id).below("void") }

    static func saleReturns(_ id: some PathPart) -> SitePath { sale(id).below("returns") }

    /// The day sheet of a day: `/sales/days/2026-11-21`.
    static func salesDay(_ day: some PathPart) -> SitePath { closedDays.below("\(day)") }

    static func customer(_ id: some PathPart) -> SitePath { customers.below("\(id)") }

    /// The statement of a customer to print.
    static func customerStatement(_ id: some PathPart) -> SitePath {
        customer(id).below("statement")
    }

    /// All stored data about a customer, as one file.
    static func everythingAboutCustomer(_ id: some PathPart) -> SitePath {
        customer(id).below("everything").json
    }

    /// The action that removes a customer and keeps the sales.
    static func anonymizeCustomer(_ id: some PathPart) -> SitePath {
        customer(id).below("anonymization")
    }

    static func customerCard(_ id: some PathPart) -> SitePath { customer(id).below("card.vcf") }

    static func mergeCustomer(_ id: some PathPart) -> SitePath { customer(id).below("merge") }

    static func customerSales(_ id: some PathPart) -> SitePath { customer(id).below("sales") }

    static func newCustomerSale(_ id: some PathPart) -> SitePath { customerSales(id).below("new") }

    static func product(_ id: some PathPart) -> SitePath { products.below("\(id)") }

    /// The history of a product's stock.
    static func productStock(_ id: some PathPart) -> SitePath { product(id).below("stock") }
}
