/// The entered values of a new quote.
public struct QuoteDraft: Sendable, Hashable {
    /// The day, lines, discount, tax and note; payments are ignored.
    public var sale: SaleDraft
    /// The last day of validity; nil for unlimited.
    public var lastDay: CalendarDay?
    /// The name of a buyer who is not a customer yet.
    public var buyerName: String?
    /// The lines of the buyer's address; nil for none.
    public var buyerAddress: String?

    /// - Parameter sale: day, lines, discount, tax and note.
    public init(_ sale: SaleDraft) {
        self.sale = sale
    }

    /// The default number of days of validity.
    public static let usualDays = 30
}
