/// The reason why a sign-in failed. It is the same whether or not the name exists.
public enum SignInError: Error, Equatable {
    /// The name or the password is wrong.
    case wrong
    /// The code of the second factor is wrong or was already used.
    case wrongCode
    /// The password's code came too late, or the phone link has expired.
    case late
    /// Too many attempts failed: the next one is accepted after these seconds.
    case wait(seconds: Int)
    /// Too many people are signing in at once.
    case busy
}
