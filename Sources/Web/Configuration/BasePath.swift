import Foundation
import NIOCore

/// The path prefix of the site, for a host shared with other sites.
public struct BasePath: Sendable, Equatable, CustomStringConvertible {
    /// No prefix: the site has the host to itself.
    public static let root = BasePath(path: "")

    /// Empty, or a path that starts with a slash and does not end with one.
    public let path: String

    /// The prefix of addresses.
    public var description: String { path }

    private init(path: String) {
        self.path = path
    }

    /// Parses a path, without slashes at its end.
    ///
    /// - Throws: ``ConfigurationError`` if it does not start with a slash, or has characters with a
    ///   meaning in addresses.
    public init(_ text: String) throws(ConfigurationError) {
        var path = text
        while path.hasSuffix("/") { path.removeLast() }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard path.isEmpty || (path.hasPrefix("/") && segments.allSatisfy(Self.isPlain)) else {
            throw .init(
                """
                “\(text)” is not a base path. It starts with a slash and has letters, digits, “-” \
                and “_” between its slashes, as in /homeowner.
                """)
        }
        self.path = path
    }

    private static func isPlain(_ segment: Substring) -> Bool {
        !segment.isEmpty
            && segment.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The addresses that only this machine can reach.
enum LoopbackAddress {
    /// Whether a host to listen on is local to this machine.
    static func contains(_ host: String) -> Bool {
        let name = host.lowercased()
        return name == "localhost" || name == "::1" || name == "[::1]" || isIPv4Loopback(name)
            || (name.hasPrefix("::ffff:") && isIPv4Loopback(String(name.dropFirst(7))))
    }

    /// Whether the peer of a connection is this machine.
    static func contains(_ address: SocketAddress) -> Bool {
        guard case .v4(let address) = address else {
            return address.ipAddress.map { contains($0) } ?? false
        }
        return UInt32(bigEndian: address.address.sin_addr.s_addr) >> 24 == 127
    }

    /// The whole of 127.0.0.0/8 is the loopback network (RFC 1122, 3.2.1.3).
    private static func isIPv4Loopback(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
