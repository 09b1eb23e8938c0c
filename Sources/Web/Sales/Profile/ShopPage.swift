/// What the shop says about itself, its tax rates, and the ways in which people pay.
struct ShopPage: TemplatePage {
    static let template = "sales/shop"

    var layout: LayoutPage
    /// Where the form about the shop is posted.
    var path: String
    var summary = FaultSummary()
    var name = FormField()
    var address = FormField()
    var taxNumber = FormField()
    var footer = FormField()
    /// What is in the drawer in the morning.
    var opening: MoneyField
    var emailid = FormField()
    var contactno = FormField()
    var countryCode = FormField()
    var iban = FormField()
    /// How many days there are to pay an invoice.
    var invoiceDays = FormField()
    var invoiceNote = FormField()
    /// The languages that papers for customers can be in.
    var paperLanguages: [SelectOption] = []
    var paperLanguage = FormField()
    /// How receipts, invoices and quotes are numbered.
    var receiptPattern = FormField()
    var invoicePattern = FormField()
    var quotePattern = FormField()
    /// The codes of currencies.
    var currencies: [SelectOption] = []
    /// Whether the currency can no longer be changed.
    var isCurrencyLocked = false
    var currencyHint =
        "Of all amounts. Only the sign changes; amounts keep their numbers. It can be changed until the first "
        + "invoice is issued or a day is closed."
    var currency = FormField()
    /// The tax of products without one of their own.
    var taxRates: [SelectOption] = []
    var taxRate = FormField()
    /// What the command line says already, a sentence each.
    var givens: [String] = []

    var rates: [ShopChoiceRow] = []
    /// Where a tax rate is added.
    var ratesPath: String
    var rateName = FormField()
    var percent = FormField()
    var isAdded = false
    /// The categories of taxes that EN 16931 has.
    var categories: [SelectOption] = []
    var category = FormField()
    var exemptionReason = FormField()
    /// Whether these two are shown unfolded.
    var isCategoryOpen = false

    var kinds: [ShopChoiceRow] = []
    /// Where a way of paying is added.
    var kindsPath: String
    var kindName = FormField()
    var isCash = false
    var jsonPath: String
}

/// A tax rate or a way of paying, which is in use or retired.
struct ShopChoiceRow: Sendable {
    /// `VAT 19 %`.
    var name: String
    /// `added to the prices`, `goes into the drawer`.
    var details: String
    var isRetired: Bool
    /// Where it is retired, or offered again.
    var path: String
    /// The rates that can follow one that is retired.
    var successors: [SelectOption] = []
    var hasSuccessors = false
    /// The `id` of the field for it.
    var id: String
}
