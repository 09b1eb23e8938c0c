/// One sale.
struct SaleShowPage: TemplatePage {
    static let template = "sales/show"

    var layout: LayoutPage

    /// `Sale 17`, `Return 18`.
    var title: String
    var isVoid = false
    /// `Void since Nov 21, 2026: typed twice`.
    var voidText = ""

    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// The day sheet.
    var dayPath: String
    var hasCustomer = false
    var customer = ""
    var customerPath = ""
    var lines: [SaleLineRow]
    var total: String
    /// `3 lines, 7 pieces`.
    var countText: String

    /// Whether it is a return.
    var isReturn = false
    /// The sale from which it came back.
    var original: [PathLink] = []
    var hasReturns = false
    /// What came back: `Return 18, Nov 22, 2026`.
    var returns: [PathLink] = []

    var id: String
    var version: String
    var receiptPath: String
    var voidPath: String
    var canReturn = false
    var returnsPath: String
    /// The next sale to the same customer.
    var newPath: String
    var jsonPath: String
    /// The command that makes this sale.
    var curl = ""
    var hasCurl = false
}
