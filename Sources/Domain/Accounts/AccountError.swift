/// The reason why an account cannot be changed as requested, as a sentence for the person.
public struct AccountError: Error, Equatable, CustomStringConvertible {
    /// The part of the account with the fault.
    public enum Part: Sendable {
        case name, password, role, end
    }

    public let part: Part
    public let description: String

    /// The last account cannot be removed here.
    public static let last = AccountError(.role, "this is the last person")

    init(_ part: Part, _ description: String) {
        self.part = part
        self.description = description
    }
}
