/// An invoice as it was entered, before it is made.
public struct InvoiceDraft: Sendable, Hashable {
    /// The day of the invoice.
    public var day: CalendarDay
    /// The day by which it is to be paid.
    public var dueDay: CalendarDay
    /// Who has to pay.
    public var buyerName: String
    /// The lines of their address; nil for none.
    public var buyerAddress: String?
    /// The number under which they pay taxes; nil for none.
    public var buyerTaxNumber: String?
    /// What they want to find on it, as the number of an order; nil for nothing.
    public var buyerReference: String?
    /// Whatever else is to be said; nil for nothing.
    public var note: String?
    /// What it says of the shop; what its products are called is added when it is made.
    public var texts: IssuedTexts

    public init(day: CalendarDay, dueDay: CalendarDay, buyerName: String, texts: IssuedTexts) {
        self.day = day
        self.dueDay = dueDay
        self.buyerName = buyerName
        self.texts = texts
    }
}
