import CSodium
import Foundation

/// A random secret of 256 bits. Only its hash is stored, so that the store does not reveal it.
public struct Secret: Sendable, Hashable {
    /// The secret in characters that need no escaping in addresses and cookies.
    public let text: String

    /// Makes a random secret.
    init() {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }
        text = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// A secret that a client sends; nil for a malformed one.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 43 else { return nil }
        let text = String(text)
        let isPlain = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain else { return nil }
        self.text = text
    }

    /// The hash that is stored.
    var hash: String { Self.hash(text) }

    /// The SHA-256 of a text in hexadecimal.
    static func hash(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        let bytes = Array(text.utf8)
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return String(unsafeUninitializedCapacity: 2 * digest.count) { text in
            for (place, byte) in digest.enumerated() {
                text[2 * place] = digits[Int(byte >> 4)]
                text[2 * place + 1] = digits[Int(byte & 15)]
            }
            return 2 * digest.count
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

/// The SHA-256 of a secret as a key for look-ups, in binary, since each request of a signed-in user
/// computes it.
struct SecretHash: Hashable, Sendable {
    /// The bytes in memory order.
    private let words: SIMD4<UInt64>

    init(of secret: Secret) {
        var words = SIMD4<UInt64>()
        var text = secret.text
        text.withUTF8 { bytes in
            withUnsafeMutablePointer(to: &words) { words in
                words.withMemoryRebound(to: UInt8.self, capacity: 32) { digest in
                    _ = crypto_hash_sha256(digest, bytes.baseAddress, UInt64(bytes.count))
                }
            }
        }
        self.words = words
    }

    /// A hash in the store; nil for a malformed text.
    ///
    /// - Parameter hexadecimal: the digits, as `Secret.hash` makes them.
    init?(_ hexadecimal: String) {
        guard hexadecimal.utf8.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        var rest = hexadecimal[...]
        for place in 0..<4 {
            guard let word = UInt64(rest.prefix(16), radix: 16) else { return nil }
            words[place] = UInt64(bigEndian: word)
            rest = rest.dropFirst(16)
        }
        self.words = words
    }
}
