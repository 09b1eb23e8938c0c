/// The form of a new sale.
struct SaleNewPage: TemplatePage {
    static let template = "sales/new"

    var layout: LayoutPage
    /// Whether it is to nobody in particular.
    var isWalkIn = false
    var customer = ""
    /// Number and e-mail address.
    var details = ""
    var customerPath = ""
    var form: SaleForm
}
