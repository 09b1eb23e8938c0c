/// The form that sells an item of the inventory to a customer.
struct ItemSalePage: TemplatePage {
    static let template = "sales/item"

    var layout: LayoutPage
    /// The name of the item.
    var name: String
    /// Where the form is posted, and where the search for customers leads, by GET.
    var path: String
    var cancelPath: String
    var search: String
    /// Whether work starts with looking for the customer.
    var hasSearchFocus = true
    /// `Latest customers`, `3 customers have “555”`.
    var heading: String
    /// Whether it stands above the buyers.
    var hasHeading: Bool
    var buyers: [BuyerRow]
    var summary = FaultSummary()
    var customer = FormField()
    var unitPrice: MoneyField
    var date = FormField()
    /// Whether the shop has tax rates. A thing of the household is sold without tax, unless somebody says otherwise.
    var hasTaxRates = false
    var taxRates: [SelectOption] = []
    var taxRate = FormField()
    /// Who buys it: somebody who walked in, a new customer, or one of the buyers.
    var isWalkIn = true
    var isNew = false
    /// The name of a new customer.
    var customerName = FormField()
    var payments: [PaymentField] = []
}
