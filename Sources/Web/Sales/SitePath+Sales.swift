/// The addresses of the shop.
extension SitePath {
    static let sales = SitePath("/sales")
    static let newSale = sales.below("new")
    /// A sale to nobody in particular.
    static let newWalkInSale = newSale.below("walk-in")
    /// Sales that wait.
    static let parkedSales = sales.below("parked")
    static let salesTotals = sales.below("totals")
    /// The day sheet of a day that a form names.
    static let salesDay = sales.below("day")
    /// All days that are closed.
    static let closedDays = sales.below("days")
    /// The lines of all sales.
    static let saleLines = sales.below("lines")
    static let salesImport = sales.below("import")
    static let customers = SitePath("/customers")
    /// Where address cards are brought in.
    static let customerCards = customers.below("cards")
    /// All customers as address cards.
    static let allCustomerCards = SitePath("/customers.vcf")
    static let newCustomer = customers.below("new")
    static let products = SitePath("/products")
    static let productLabels = products.below("labels")
    static let invoices = SitePath("/invoices")
    static let quotes = SitePath("/quotes")
    /// The lines of all quotes.
    static let quoteLines = quotes.below("lines")
    /// All payments.
    static let payments = SitePath("/payments")
    /// The journal of the stock of all products, as a table.
    static let stock = products.below("stock")
    static let newQuote = quotes.below("new")
    /// What the shop says about itself, its taxes and the ways in which people pay.
    static let shop = SitePath("/shop")
    static let taxRates = shop.below("tax-rates")
    static let paymentKinds = shop.below("payment-kinds")

    static func taxRateRetirement(_ id: some PathPart) -> SitePath {
        taxRates.below("\(id)").below("retirement")
    }

    static func deleteTaxRateRetirement(_ id: some PathPart) -> SitePath {
        taxRateRetirement(id).below("delete")
    }

    static func paymentKindRetirement(_ id: some PathPart) -> SitePath {
        paymentKinds.below("\(id)").below("retirement")
    }

    static func deletePaymentKindRetirement(_ id: some PathPart) -> SitePath {
        paymentKindRetirement(id).below("delete")
    }

    static func sale(_ id: some PathPart) -> SitePath { sales.below("\(id)") }

    static func parkedSale(_ id: some PathPart) -> SitePath { parkedSales.below("\(id)") }

    static func deleteParkedSale(_ id: some PathPart) -> SitePath { parkedSale(id).below("delete") }

    /// A file that waits to be imported.
    static func salesImport(_ token: some PathPart) -> SitePath { salesImport.below("\(token)") }

    /// An import that was done.
    static func salesImportDone(_ id: some PathPart) -> SitePath {
        sales.below("imports").below("\(id)")
    }

    static func undoSalesImport(_ id: some PathPart) -> SitePath {
        salesImportDone(id).below("undo")
    }

    static func saleReceipt(_ id: some PathPart) -> SitePath { sale(id).below("receipt") }

    /// Where payments of a sale are added.
    static func salePayments(_ id: some PathPart) -> SitePath { sale(id).below("payments") }

    static func payment(_ id: some PathPart) -> SitePath { SitePath("/payments/\(id)") }

    static func paymentReceipt(_ id: some PathPart) -> SitePath { payment(id).below("receipt") }

    static func voidPayment(_ id: some PathPart) -> SitePath { payment(id).below("void") }

    /// Where a day is closed.
    static func closedDay(_ day: some PathPart) -> SitePath { salesDay(day).below("closing") }

    /// Where a closed day is opened again.
    static func deleteClosedDay(_ day: some PathPart) -> SitePath { closedDay(day).below("delete") }

    /// Where the invoice of a sale is made.
    static func saleInvoice(_ id: some PathPart) -> SitePath { sale(id).below("invoice") }

    static func invoice(_ id: some PathPart) -> SitePath { invoices.below("\(id)") }

    /// The form of a new sale with the lines of an invoice.
    static func copyInvoice(_ id: some PathPart) -> SitePath { invoice(id).below("copy") }

    /// The form of a quote for a customer.
    static func newQuote(for customer: some PathPart) -> SitePath {
        newQuote.query([("customer", "\(customer)")])
    }

    static func quote(_ id: some PathPart) -> SitePath { quotes.below("\(id)") }

    static func copyQuote(_ id: some PathPart) -> SitePath { quote(id).below("copy") }

    static func editQuote(_ id: some PathPart) -> SitePath { quote(id).below("edit") }

    /// Where a quote becomes a sale.
    static func quoteSale(_ id: some PathPart) -> SitePath { quote(id).below("sale") }

    static func quoteWithdrawal(_ id: some PathPart) -> SitePath { quote(id).below("withdrawal") }

    static func voidSale(_ id: some PathPart) -> SitePath { sale(id).below("void") }

    static func saleReturns(_ id: some PathPart) -> SitePath { sale(id).below("returns") }

    /// The day sheet of a day: `/sales/days/2026-11-21`.
    static func salesDay(_ day: some PathPart) -> SitePath { closedDays.below("\(day)") }

    static func customer(_ id: some PathPart) -> SitePath { customers.below("\(id)") }

    static func editCustomer(_ id: some PathPart) -> SitePath { customer(id).below("edit") }

    /// What a customer bought, paid and owes, to be printed.
    static func customerStatement(_ id: some PathPart) -> SitePath {
        customer(id).below("statement")
    }

    /// Everything that is kept about a person, as one file.
    static func everythingAboutCustomer(_ id: some PathPart) -> SitePath {
        customer(id).below("everything").json
    }

    /// A customer as a vCard.
    static func customerCard(_ id: some PathPart) -> SitePath { customer(id).below("card.vcf") }

    static func deleteCustomer(_ id: some PathPart) -> SitePath { customer(id).below("delete") }

    static func mergeCustomer(_ id: some PathPart) -> SitePath { customer(id).below("merge") }

    static func anonymizeCustomer(_ id: some PathPart) -> SitePath {
        customer(id).below("anonymization")
    }

    static func customerSales(_ id: some PathPart) -> SitePath { customer(id).below("sales") }

    static func newCustomerSale(_ id: some PathPart) -> SitePath { customerSales(id).below("new") }

    static func product(_ id: some PathPart) -> SitePath { products.below("\(id)") }

    /// Why the stock of a product is what it is.
    static func productStock(_ id: some PathPart) -> SitePath { product(id).below("stock") }

    static func productRetirement(_ id: some PathPart) -> SitePath {
        product(id).below("retirement")
    }

    static func deleteProductRetirement(_ id: some PathPart) -> SitePath {
        productRetirement(id).below("delete")
    }
}
