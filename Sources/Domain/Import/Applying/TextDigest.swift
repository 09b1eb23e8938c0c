/// What stands for a text in this process: 128 bits, whatever its length. Nobody outside knows what they are
/// made with, so that nobody can make two texts that have the same.
struct TextDigest: Hashable {
    private let first: Int
    private let second: Int

    init(_ text: String) {
        first = Self.digest(of: text, 0)
        second = Self.digest(of: text, 1)
    }

    private static func digest(of text: String, _ number: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(number)
        hasher.combine(text)
        return hasher.finalize()
    }
}
