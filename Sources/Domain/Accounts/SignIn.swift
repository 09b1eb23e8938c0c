import Foundation

/// The result of a password, a code, or a phone link.
public struct SignIn: Sendable, Hashable {
    public let account: Account
    /// The secret for the browser.
    public let secret: Secret
    /// Whether the code of the second factor is missing, so that the browser has no access yet.
    public let awaitsCode: Bool
}

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

/// The origin of a sign-in attempt, for throttling.
public struct SignInOrigin: Sendable {
    /// The key under which failures from the address are counted.
    let key: String
    /// Whether it comes from the machine itself, whose owner is never locked out for long.
    let isLocal: Bool

    /// - Parameters:
    ///   - address: the client's address; nil if unknown.
    ///   - isLocal: whether it comes from the machine itself.
    public init(address: String?, isLocal: Bool) {
        key = "address " + (isLocal ? "local" : Self.network(of: address ?? "unknown"))
        self.isLocal = isLocal
    }

    /// A client with one IPv6 address usually has all with the same first 64 bits.
    private static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return String(address.prefix(100)) }
        return withUnsafeBytes(of: &bytes) { bytes in
            bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }

    /// The maximum delay after failures, for an account and for an address.
    var longestDelay: TimeInterval { isLocal ? 4 : 900 }

    /// The number of failures from an address without a delay, since several people may share it.
    static let freeOfAddress = 10
    /// The number of failures for an account without a delay.
    static let freeOfAccount = 5
}
