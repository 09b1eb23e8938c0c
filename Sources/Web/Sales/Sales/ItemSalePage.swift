/// The form that sells an item of the inventory to a customer.
struct ItemSalePage: TemplatePage {
    static let template = "sales/item"

    var layout: LayoutPage
    /// The name of the item.
    var name: String
    /// Where the form is posted, and where the search for customers leads, by GET.
    var path: String
    var cancelPath: String
    var newCustomerPath: String
    var search: String
    /// Whether work starts with looking for the customer.
    var hasSearchFocus = true
    /// `Latest customers`, `3 customers have “555”`.
    var heading: String
    var hasBuyers: Bool
    var buyers: [BuyerRow]
    var summary = FaultSummary()
    var customer = FormField()
    var unitPrice: MoneyField
    var date = FormField()
}
