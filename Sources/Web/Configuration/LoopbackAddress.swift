import Foundation
import NIOCore

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
