/// What a browser gets for a password, a code, or the link on a phone.
public struct SignIn: Sendable, Hashable {
    public let account: Account
    /// What the browser keeps.
    public let secret: Secret
    /// Whether the code of the second factor is missing: nothing is open to the browser yet.
    public let awaitsCode: Bool
}
