/// The entered values of a new invoice.
public struct InvoiceDraft: Sendable, Hashable {
    /// The day of issue.
    public var day: CalendarDay
    /// The due day.
    public var dueDay: CalendarDay
    /// The buyer's name.
    public var buyerName: String
    /// The lines of the buyer's address; nil for none.
    public var buyerAddress: String?
    /// The buyer's tax number; nil for none.
    public var buyerTaxNumber: String?
    /// The buyer's reference, such as an order number; nil for none.
    public var buyerReference: String?
    /// A note; nil for none.
    public var note: String?
    /// The shop's details; the names of products are added later.
    public var texts: IssuedTexts

    public init(day: CalendarDay, dueDay: CalendarDay, buyerName: String, texts: IssuedTexts) {
        self.day = day
        self.dueDay = dueDay
        self.buyerName = buyerName
        self.texts = texts
    }
}
