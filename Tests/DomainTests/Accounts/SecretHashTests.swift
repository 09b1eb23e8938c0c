import Testing

@testable import Domain

@Suite("Hashes of secrets")
struct SecretHashTests {
    @Test("A secret is found by its stored hash, and by no other")
    func digits() throws {
        for _ in 0..<100 {
            let secret = Secret()
            let kept = try #require(SecretHash(secret.hash))
            #expect(kept == SecretHash(of: secret))
            #expect(kept.hashValue == SecretHash(of: secret).hashValue)
            #expect(kept != SecretHash(of: Secret()))
        }
    }

    @Test("The hash is the SHA-256 of the text")
    func knownHash() throws {
        let secret = try #require(Secret(String(repeating: "a", count: 43)))
        #expect(
            secret.hash
                == "66d34fba71f8f450f7e45598853e53bfc23bbd129027cbb131a2f4ffd7878cd0")
        #expect(SecretHash(secret.hash) == SecretHash(of: secret))
    }

    @Test("An invalid hash is refused", arguments: ["", "0", String(repeating: "g", count: 64)])
    func malformed(text: String) {
        #expect(SecretHash(text) == nil)
    }
}
