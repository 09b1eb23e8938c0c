/// The fields of a new sale.
struct SaleForm: Sendable {
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    // Tells one form for a new record from the next.
    var hasMark = false
    var mark = ""
    var summary = FaultSummary()
    var date = FormField()
    /// The lines; the last one is blank.
    var lines: [SaleLineField] = []
    /// What is wrong with the lines as a whole.
    var linesFault = FormField()
    /// Products to choose from: their names, with their prices.
    var products: [SelectOption] = []
    /// Where a script looks for products.
    var productsPath: String
}
