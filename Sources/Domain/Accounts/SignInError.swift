/// Why nobody was signed in. It is the same for names that exist and for those that do not.
public enum SignInError: Error, Equatable {
    /// The name or the password is wrong.
    case wrong
    /// The code of the second factor is wrong, or was used already.
    case wrongCode
    /// What was begun is over: a password without its code, or a link for a phone.
    case late
    /// Too many were wrong: the next one counts after as many seconds.
    case wait(seconds: Int)
    /// More people sign in at once than the machine bears.
    case busy
}
