/// The personal details of a customer.
public struct CustomerDetails: Sendable, Hashable {
    /// The name.
    public var name: String?
    /// The e-mail address, or nil.
    public var emailid: String?
    /// The contact number as entered, or nil.
    public var contactno: String?
    /// The notes, or nil.
    public var notes: String?
    /// The day of their consent to be contacted, or nil.
    public var consentDay: CalendarDay?
    /// The form and scope of the consent, such as `card at the counter, letters only`; nil for
    /// none.
    public var consentNote: String?
    /// The language of their documents: `de`; nil for the shop's.
    public var paperLanguage: String?

    public init(name: String?, emailid: String? = nil, contactno: String? = nil) {
        self.name = name
        self.emailid = emailid
        self.contactno = contactno
    }
}
