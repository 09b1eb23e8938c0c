import CSodium

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
