/// Encodes folded texts in ASCII letters, so that an index of trigrams finds every character,
/// whatever a database counts as letters.
///
/// ASCII characters stay, because folded texts have no capital letters. Any other character becomes
/// a capital letter from A to G, which gives the number of letters from H to Z that follow. So a
/// part of a text is always a part of its form, and nothing else is.
package enum TrigramForm {
    /// The version of the encoding. Stores rebuild their indexes when it rises.
    package static let version = 1

    /// For each length, the number of first letters and of the letters after them.
    private static let groups = [
        (first: UInt8(ascii: "A"), firstCount: 1, restCount: 2),
        (first: UInt8(ascii: "B"), firstCount: 2, restCount: 3),
        (first: UInt8(ascii: "D"), firstCount: 1, restCount: 4),
        (first: UInt8(ascii: "E"), firstCount: 1, restCount: 5),
    ]
    private static let restLetters = 19

    package static func of(_ folded: String) -> String {
        var form: [UInt8] = []
        form.reserveCapacity(folded.utf8.count)
        for scalar in folded.unicodeScalars {
            if scalar.isASCII {
                form.append(UInt8(scalar.value))
            } else {
                append(Int(scalar.value) - 0x80, to: &form)
            }
        }
        return String(decoding: form, as: UTF8.self)
    }

    private static func append(_ number: Int, to form: inout [UInt8]) {
        var number = number
        for group in groups {
            let size = (0..<group.restCount).reduce(1) { size, _ in size * restLetters }
            guard number >= group.firstCount * size else {
                form.append(group.first + UInt8(number / size))
                var rest = size
                for _ in 0..<group.restCount {
                    number %= rest
                    rest /= restLetters
                    form.append(UInt8(ascii: "H") + UInt8(number / rest))
                }
                return
            }
            number -= group.firstCount * size
        }
    }
}

/// Order-independent sums over all trigrams of an index, in groups of records, to compare two
/// indexes.
struct TrigramSums {
    /// The number of groups, a power of 2.
    static let count = 1_024

    private var sums = [UInt64](repeating: 0, count: count)

    /// Sums the trigrams of the folded texts.
    init(ofTextsIn index: SQLTextIndex, _ connection: Connection) throws {
        let statement = try Statement(
            "SELECT Z_PK, ZTEXT FROM \(index.textTable)", on: connection)
        while try statement.step() {
            guard let text = statement.text(1) else { continue }
            add(text.utf8.map(\.self), key: statement.integer(0))
        }
    }

    /// Sums the trigrams in the table of a check.
    init(ofCheckTable connection: Connection) throws {
        let statement = try Statement(
            "SELECT doc, \"offset\", term FROM temp.FULLTEXT_CHECK", on: connection)
        while try statement.step() {
            add(
                (statement.text(2) ?? "").utf8, at: Int(statement.integer(1)),
                key: statement.integer(0))
        }
    }

    /// The numbers of the groups with different sums.
    func groups(otherThanIn other: TrigramSums) -> [Int] {
        sums.indices.filter { sums[$0] != other.sums[$0] }
    }

    private mutating func add(_ text: [UInt8], key: Int64) {
        // A character starts with a byte that is not a continuation byte.
        let starts = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
        guard starts.count > 3 else { return }
        for position in 0..<(starts.count - 3) {
            add(text[starts[position]..<starts[position + 3]], at: position, key: key)
        }
    }

    private mutating func add(_ trigram: some Sequence<UInt8>, at position: Int, key: Int64) {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 { (hash ^ value) &* 0x100_0000_01B3 }
        hash = mix(mix(hash, UInt64(bitPattern: key)), UInt64(position))
        for byte in trigram { hash = mix(hash, UInt64(byte)) }
        sums[Int(key & Int64(Self.count - 1))] &+= hash
    }
}
