/// A quote as it was entered, before it is made.
public struct QuoteDraft: Sendable, Hashable {
    /// Day, lines, discount, tax and note, as a sale has them; how a sale is paid says nothing here.
    public var sale: SaleDraft
    /// The last day on which the prices hold; nil if nobody says so.
    public var lastDay: CalendarDay?
    /// Whom it is for, if that is no customer yet.
    public var buyerName: String?
    /// The lines of their address; nil for none.
    public var buyerAddress: String?

    /// - Parameter sale: day, lines, discount, tax and note.
    public init(_ sale: SaleDraft) {
        self.sale = sale
    }

    /// The days for which prices hold if nobody says so.
    public static let usualDays = 30
}
