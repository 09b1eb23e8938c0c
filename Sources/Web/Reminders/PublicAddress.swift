/// The public addresses of the internet, without those of this machine, local networks and special uses.
enum PublicAddress {
    /// The networks for special uses (RFC 6890): an address, and the number of leading bits that count.
    private static let special: [(address: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
    ]
    /// The private networks (RFC 1918), and that of providers (RFC 6598).
    private static let privateNetworks: [(address: [UInt8], bits: Int)] = [
        ([10], 8), ([100, 64], 10), ([172, 16], 12), ([192, 168], 16),
    ]
    /// The networks for special uses among the assigned part of IPv6, including those that contain IPv4.
    private static let special6: [(address: [UInt8], bits: Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x20, 0x02], 16),
        ([0x3f, 0xff, 0x00], 20),
    ]
    /// The prefixes of IPv4 addresses in IPv6: mapped ones, and those of NAT64.
    private static let translated: [[UInt8]] = [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff],
        [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
    ]

    /// Whether an address, of 4 or 16 bytes, is public.
    static func contains(_ bytes: [UInt8]) -> Bool {
        let bytes = plain(bytes)
        if bytes.count == 4 { return !special.contains { isIn(bytes, $0, $1) } }
        guard bytes.count == 16 else { return false }
        return isIn(bytes, [0x20], 3) && !special6.contains { isIn(bytes, $0, $1) }
    }

    /// Whether an address belongs to a private network, and is not loopback.
    static func isPrivate(_ bytes: [UInt8]) -> Bool {
        let bytes = plain(bytes)
        if bytes.count == 4 { return privateNetworks.contains { isIn(bytes, $0, $1) } }
        return bytes.count == 16 && isIn(bytes, [0xfc], 7)
    }

    /// The IPv4 address in an IPv6 address; otherwise the address itself.
    static func plain(_ bytes: [UInt8]) -> [UInt8] {
        translated.contains(Array(bytes.prefix(12))) ? Array(bytes.dropFirst(12)) : bytes
    }

    private static func isIn(_ bytes: [UInt8], _ network: [UInt8], _ bits: Int) -> Bool {
        for (index, byte) in network.enumerated() {
            let count = min(8, max(0, bits - 8 * index))
            let mask = UInt8(truncatingIfNeeded: 0xff << (8 - count))
            if bytes[index] & mask != byte & mask { return false }
        }
        return true
    }
}
