/// The result of a password, a code, or a phone link.
public struct SignIn: Sendable, Hashable {
    public let account: Account
    /// The secret for the browser.
    public let secret: Secret
    /// Whether the code of the second factor is missing, so that the browser has no access yet.
    public let awaitsCode: Bool
}
