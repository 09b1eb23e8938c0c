import Domain

/// The fields of a new sale.
struct SaleForm: Sendable {
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    // Tells one form for a new record from the next.
    var mark = ""
    /// Whether it asks for the name of somebody who becomes a customer by the sale.
    var asksName = false
    var customerName = FormField()
    /// Whether it is the form of a quote, which has no time and no payments.
    var isQuote = false
    /// The sale that was parked and is gone on with, by record number.
    var parked = ""
    var isParked = false
    var summary = FaultSummary()
    var date = FormField()
    var time = FormField()
    /// What is taken off the whole sale: `10 %`, `2.50`.
    var discount = MoneyField("discount")
    /// Whether the shop has tax rates.
    var hasTaxRates = false
    /// The rates by which a script works out the tax, `1 8.875 added,2 19 included`: number, per cent, and whether
    /// it comes on top of the prices.
    var taxes = ""
    /// The number of the rate of what has none of its own; empty for none.
    var shopTax = ""
    /// The tax rates to choose from.
    var taxRates: [SelectOption] = []
    var taxRate = FormField()
    /// How it is paid.
    var hasPayments = false
    var payments: [PaymentField] = []
    /// Another payment, for who pays in two ways.
    var furtherPayments: [PaymentField] = []
    /// Whether that one is shown unfolded.
    var hasFurtherPayments = false
    /// What is wrong with the payments as a whole.
    var paymentsFault = FormField()
    var note = FormField()
    /// Whether what few sales need is shown unfolded.
    var isOpen = false
    /// The lines; the last one is blank.
    var lines: [SaleLineField] = []
    /// What is wrong with the lines as a whole.
    var linesFault = FormField()
    /// Products to choose from.
    var products: [OfferedProduct] = []
    /// Where a script looks for products.
    var productsPath: String
    /// How a script writes amounts.
    var amounts = AmountSamples(.dollar)

    /// A product in the list of names.
    struct OfferedProduct: Sendable {
        var name: String
        /// As people read it, and as programs do.
        var price: String
        var plainPrice: String
        /// The number of its own tax rate; empty for that of the shop.
        var tax = ""
    }
}
