/// Who a customer is and how to reach them.
public struct CustomerDetails: Sendable, Hashable {
    /// The name.
    public var name: String?
    /// The e-mail address, or nil.
    public var emailid: String?
    /// The contact number as it was typed, or nil.
    public var contactno: String?

    public init(name: String?, emailid: String? = nil, contactno: String? = nil) {
        self.name = name
        self.emailid = emailid
        self.contactno = contactno
    }
}
