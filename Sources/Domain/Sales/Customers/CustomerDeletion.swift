/// The effects of deleting a customer.
public struct CustomerDeletion: Sendable, Hashable {
    /// The number of sales, including returns and void ones.
    public let saleCount: Int
    /// The number of their lines.
    public let lineCount: Int
    /// Whether a card is deleted.
    public let hasCard: Bool
    /// The names of the items that become the household's again.
    public let itemNames: [String]
    /// The number of sales with invoices, which cannot be deleted.
    public let invoiceCount: Int
    /// The latest closed day with one of the sales or payments; nil without any.
    public let closedDay: CalendarDay?
}
