import CNettle
public import Foundation

/// The secret shared by a person's phone and this program for time-based codes (RFC 6238:
/// HMAC-SHA-1, six digits, every 30 seconds, as all apps support).
public struct CodeSecret: Sendable, Hashable {
    /// The seconds for which a code is valid.
    static let period: TimeInterval = 30

    private let bytes: [UInt8]

    /// Makes a random secret of the hash's length (RFC 4226, 4).
    public init() {
        self.init(byteCount: 20)
    }

    init(byteCount: Int) {
        bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255) }
    }

    /// Parses ``text``; nil if it is malformed.
    public init?(_ text: some StringProtocol) {
        guard let bytes = Base32.decode(text), bytes.count >= 16, bytes.count <= 64 else {
            return nil
        }
        self.bytes = bytes
    }

    /// The secret in letters and digits that a person can type.
    public var text: String { Base32.encode(bytes) }

    /// The address with which apps import the secret.
    ///
    /// - Parameter name: the account's name in the app.
    public func address(for name: String) -> String {
        let ascii = CharacterSet(charactersIn: "\0"..."~")
        let allowed = CharacterSet.alphanumerics.intersection(ascii)
        let label = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return "otpauth://totp/Homeowner:\(label)?secret=\(text)&issuer=Homeowner"
    }

    /// The code at a time.
    public func code(at date: Date) -> String { code(ofStep: Self.step(at: date)) }

    /// The number of the period whose code was typed: the current one, or the one before or after,
    /// as clocks differ.
    ///
    /// - Parameter last: the period of the last accepted code: it and earlier ones are not accepted
    ///   again.
    /// - Returns: the number; nil if the code is wrong.
    func step(of code: String, at date: Date, after last: Int64) -> Int64? {
        let now = Self.step(at: date)
        return (now - 1...now + 1).first { $0 > last && isSame(self.code(ofStep: $0), code) }
    }

    private static func step(at date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 / period).rounded(.down))
    }

    private func code(ofStep step: Int64) -> String {
        let message = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        var state = hmac_sha1_ctx()
        var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
        nettle_hmac_sha1_set_key(&state, bytes.count, bytes)
        nettle_hmac_sha1_update(&state, message.count, message)
        nettle_hmac_sha1_digest(&state, digest.count, &digest)
        let offset = Int(digest[digest.count - 1] & 0x0F)
        let number = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let digits = String((number & 0x7FFF_FFFF) % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Compares in constant time.
    private func isSame(_ code: String, _ typed: String) -> Bool {
        let (code, typed) = (Array(code.utf8), Array(typed.utf8))
        guard code.count == typed.count else { return false }
        return zip(code, typed).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Bytes as letters and digits that cannot be confused (RFC 4648, 6), without padding.
enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    static func encode(_ bytes: [UInt8]) -> String {
        var (text, bits, count) = ("", UInt32(0), 0)
        for byte in bytes {
            bits = (bits << 8 | UInt32(byte)) & 0xFFFF
            count += 8
            while count >= 5 {
                count -= 5
                text.append(digits[Int(bits >> UInt32(count) & 31)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(5 - count) & 31)]) }
        return text
    }

    /// The bytes of a text, regardless of spaces and case; nil if it is not Base32.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
        for character in text.uppercased() where character != " " {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            bits = (bits << 5 | UInt32(digit)) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
