/// What goes when a customer is deleted.
public struct CustomerDeletion: Sendable, Hashable {
    /// The number of sales, returns and voided ones among them.
    public let saleCount: Int
    /// The number of their lines.
    public let lineCount: Int
    /// Whether what is kept of a card goes, too.
    public let hasCard: Bool
    /// The names of the items of the inventory that are the household's again.
    public let itemNames: [String]
    /// How many of the sales have invoices, which are never deleted.
    public let invoiceCount: Int
    /// The latest day that is closed and has some of the sales or payments; nil without any.
    public let closedDay: CalendarDay?
}
