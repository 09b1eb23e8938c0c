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
    /// Whether the day is yet to come.
    var isAhead = false
    /// `14:05`.
    var time = ""
    /// Or what stands in the place of one: `Walk-in`, `The person was removed`.
    var customer = "The person was removed"
    var customerPath = ""
    var lines: [SaleLineRow]
    var total: String
    /// What stands between the lines and the total, and below it.
    var sums: [SumRow] = []
    var sumsBelow: [SumRow] = []
    /// What is left of the total after what came back; empty if nothing did.
    var net = ""
    var note = ""
    var payments: [PaymentRow] = []
    /// `$12.50 are still to be paid, since Nov 21, 2026`.
    var owed = ""
    /// What is given back of what was handed over; empty for nothing.
    var change = ""
    /// Where what is still to be paid is paid.
    var paymentsPath = ""
    /// Whether a payment can be added.
    var canPay = false
    /// `3 lines, 7 pieces`.
    var countText: String

    /// Whether it is a return.
    var isReturn = false
    /// The sale from which it came back.
    var original: [PathLink] = []
    /// What is left of its total: `$90.00`; empty for what is no return.
    var originalNet = ""
    /// What came back: `Return 18, Nov 22, 2026`.
    var returns: [PathLink] = []

    var id: String
    var version: String
    var receiptPath: String
    var voidPath: String
    /// The form of an invoice, or the invoice.
    var invoicePath = ""
    /// `Invoice`, `Credit note`.
    var invoiceLabel = "Invoice"
    var hasInvoiceLink = false
    /// Whether it can be made void.
    var canVoid = true
    var canReturn = false
    var returnsPath: String
    /// The next sale to the same customer.
    var newPath: String
    var jsonPath: String
    /// The command that makes this sale.
    var curl = ""
}
