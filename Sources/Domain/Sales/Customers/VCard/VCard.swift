/// What an address card says about somebody: a vCard, as telephones and mail programs exchange them.
public struct VCard: Sendable, Hashable {
    /// The name as it is written.
    public var name: String
    public var emails: [String] = []
    public var numbers: [ContactNumber] = []
    public var addresses: [PostalAddress] = []
    public var tags: [String] = []
    /// Where they work; nil for nothing.
    public var organization: String?
    public var notes: String?
    /// What it says that cannot be kept, and why.
    public var omissions: [String] = []

    /// - Parameter name: the name as it is written.
    public init(name: String) {
        self.name = name
    }
}
