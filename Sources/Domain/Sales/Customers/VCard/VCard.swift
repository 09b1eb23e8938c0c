/// A person's details in a vCard, the exchange format of telephones and mail programs.
public struct VCard: Sendable, Hashable {
    /// The formatted name.
    public var name: String
    public var emails: [String] = []
    public var numbers: [ContactNumber] = []
    public var addresses: [PostalAddress] = []
    public var tags: [String] = []
    /// The organization; nil for none.
    public var organization: String?
    public var notes: String?
    /// Details that cannot be kept, with reasons.
    public var omissions: [String] = []

    /// - Parameter name: the formatted name.
    public init(name: String) {
        self.name = name
    }
}
