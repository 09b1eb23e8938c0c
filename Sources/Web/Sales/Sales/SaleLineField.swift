/// A line of a form of a sale, as it was typed.
struct SaleLineField: Sendable {
    /// `lines[0]`, with which the names of its fields begin.
    var name: String
    /// `1`, for people.
    var number: String
    /// Whether work starts here.
    var hasFocus = false
    /// The name of the product.
    var product = FormField()
    /// Whether the product came by its number, without a name.
    var hasProductID = false
    var productID = ""
    /// The item of the inventory that is sold; its name stands in the field and stays.
    var itemKey = ""
    /// Products that may be meant by a name that none has.
    var choices: [MoneyReading] = []
    var quantity = FormField()
    var unitPrice: MoneyField
    /// What is taken off the line: `10 %`, `2.50`.
    var discount: MoneyField
}
