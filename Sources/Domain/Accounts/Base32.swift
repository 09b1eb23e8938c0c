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
