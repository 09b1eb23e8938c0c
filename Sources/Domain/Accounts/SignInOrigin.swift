import Foundation

/// Where a password comes from, as far as guessing is slowed down by it.
public struct SignInOrigin: Sendable {
    /// What is counted for the address.
    let key: String
    /// Whether it comes from the machine itself, whose owner is never kept out for long.
    let isLocal: Bool

    /// - Parameters:
    ///   - address: the client's address; nil if it is not known.
    ///   - isLocal: whether it comes from the machine itself.
    public init(address: String?, isLocal: Bool) {
        key = "address " + (isLocal ? "local" : Self.network(of: address ?? "unknown"))
        self.isLocal = isLocal
    }

    /// Whoever has one address of IPv6 has all that begin with the same 64 bits.
    private static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return String(address.prefix(100)) }
        return withUnsafeBytes(of: &bytes) { bytes in
            bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }

    /// The most that is waited after wrong passwords for one account, and from one address.
    var longestDelay: TimeInterval { isLocal ? 4 : 900 }

    /// How many wrong ones from the address cost nothing: several people may share it.
    static let freeOfAddress = 10
    /// How many wrong ones for one account cost nothing.
    static let freeOfAccount = 5
}
