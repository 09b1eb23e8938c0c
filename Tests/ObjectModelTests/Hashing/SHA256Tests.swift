import ObjectModel
import Testing

/// The examples of NIST's "Secure Hashing" page and of FIPS 180-4.
struct SHA256Tests {
    @Test(
        "Hashes equal NIST’s published ones",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnop"
                    + "jklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func publishedHashes(text: String, expected: String) {
        #expect(hexadecimal(SHA256.hash(text.utf8)) == expected)
    }

    @Test("A million letters hashed in pieces have NIST’s published hash")
    func millionLetters() {
        var hash = SHA256()
        for _ in 0..<1000 {
            hash.update(repeatElement(UInt8(ascii: "a"), count: 1000))
        }

        let bytes = hash.finalize()

        #expect(
            hexadecimal(bytes)
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
