/// The form of a new sale to a customer.
struct SaleNewPage: TemplatePage {
    static let template = "sales/new"

    var layout: LayoutPage
    var customer: String
    /// Number and e-mail address.
    var details: String
    var customerPath: String
    var form: SaleForm
}
