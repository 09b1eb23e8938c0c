import Mustache

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

extension SaleForm: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "path": path
        case "cancelPath": cancelPath
        case "hasMark": hasMark
        case "mark": mark
        case "summary": summary
        case "date": date
        case "lines": lines
        case "linesFault": linesFault
        case "products": products
        case "productsPath": productsPath
        default: nil
        }
    }
}
