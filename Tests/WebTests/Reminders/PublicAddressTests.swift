import Foundation
import Testing

@testable import Web

@Suite("Addresses of the internet")
struct PublicAddressTests {
    /// The bytes of an address in digits.
    private static func bytes(_ text: String) throws -> [UInt8] {
        let isNew = text.contains(":")
        var bytes = [UInt8](repeating: 0, count: isNew ? 16 : 4)
        try #require(inet_pton(isNew ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return bytes
    }

    @Test(
        "Addresses of this machine, its network and of special use are none",
        arguments: [
            "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
            "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
            "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "::",
            "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:192.168.1.1", "::ffff:a9fe:a9fe",
            "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::",
            "2001:db8::1", "2002:7f00:1::", "2002:c0a8:101::1", "3fff::1", "5f00::1", "fc00::1",
            "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
        ])
    func special(text: String) throws {
        #expect(!PublicAddress.contains(try Self.bytes(text)))
    }

    @Test(
        "All others are",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.1.1.1",
            "128.0.0.1", "169.253.1.1", "172.15.1.1", "172.32.0.1", "192.167.1.1", "198.17.1.1",
            "198.20.0.1", "223.255.255.1", "::ffff:1.1.1.1", "64:ff9b::8.8.8.8", "2001:200::1",
            "2606:4700::1111", "2a00:1450:4001::1", "3ffe::1",
        ])
    func others(text: String) throws {
        #expect(PublicAddress.contains(try Self.bytes(text)))
    }

    @Test("Private networks are distinguished from this machine and its link")
    func privateNetworks() throws {
        for text in ["10.0.0.1", "172.16.0.1", "192.168.1.1", "::ffff:192.168.1.1", "fd12::1"] {
            #expect(PublicAddress.isPrivate(try Self.bytes(text)), "\(text)")
        }
        for text in [
            "127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1", "1.1.1.1",
        ] {
            #expect(!PublicAddress.isPrivate(try Self.bytes(text)), "\(text)")
        }
    }

    @Test("Bytes that are not an address are no public address")
    func malformed() {
        #expect(!PublicAddress.contains([]) && !PublicAddress.contains([1, 1, 1]))
    }
}
