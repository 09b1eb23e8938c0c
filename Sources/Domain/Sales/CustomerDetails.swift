/// Who a customer is and how to reach them.
public struct CustomerDetails: Sendable, Hashable {
    /// The name.
    public var name: String?
    /// The e-mail address, or nil.
    public var emailid: String?
    /// The contact number as it was typed, or nil.
    public var contactno: String?
    /// What there is to say of them besides, or nil.
    public var notes: String?
    /// The day on which they agreed to be written to, or nil.
    public var consentDay: CalendarDay?
    /// How and to what they agreed, as `card at the counter, letters only`; nil for nothing.
    public var consentNote: String?
    /// The language of papers for them: `de`; nil for that of the shop.
    public var paperLanguage: String?

    public init(name: String?, emailid: String? = nil, contactno: String? = nil) {
        self.name = name
        self.emailid = emailid
        self.contactno = contactno
    }
}
