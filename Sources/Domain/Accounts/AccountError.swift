/// Why an account is not as it was wanted, in a sentence for the person who wanted it.
public struct AccountError: Error, Equatable, CustomStringConvertible {
    /// What of the account is at fault.
    public enum Part: Sendable {
        case name, password, role, end
    }

    public let part: Part
    public let description: String

    /// Nobody would be left, and somebody is to be.
    public static let last = AccountError(.role, "this is the last person")

    init(_ part: Part, _ description: String) {
        self.part = part
        self.description = description
    }
}
