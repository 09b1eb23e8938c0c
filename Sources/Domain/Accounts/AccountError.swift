/// Why an account is not as it was wanted, in a sentence for the person who wanted it.
public struct AccountError: Error, Equatable, CustomStringConvertible {
    /// What of the account is at fault.
    public enum Part: Sendable {
        case name, password, role, end
    }

    public let part: Part
    public let description: String

    init(_ part: Part, _ description: String) {
        self.part = part
        self.description = description
    }
}
