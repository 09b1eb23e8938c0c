/// Sums over all trigrams of an index, in groups of records: the same trigrams at the same places have the same
/// sums, in whatever order they come.
struct TrigramSums {
    /// The number of groups, a power of 2.
    static let count = 1_024

    private var sums = [UInt64](repeating: 0, count: count)

    /// Of the trigrams that the folded texts have.
    init(ofTextsIn index: SQLTextIndex, _ connection: Connection) throws {
        let statement = try Statement(
            "SELECT Z_PK, ZTEXT FROM \(index.textTable)", on: connection)
        while try statement.step() {
            guard let text = statement.text(1) else { continue }
            add(text.utf8.map(\.self), key: statement.integer(0))
        }
    }

    /// Of the trigrams in the table of a check.
    init(ofCheckTable connection: Connection) throws {
        let statement = try Statement(
            "SELECT doc, \"offset\", term FROM temp.FULLTEXT_CHECK", on: connection)
        while try statement.step() {
            add(
                (statement.text(2) ?? "").utf8, at: Int(statement.integer(1)),
                key: statement.integer(0))
        }
    }

    /// The numbers of the groups whose sums are others.
    func groups(otherThanIn other: TrigramSums) -> [Int] {
        sums.indices.filter { sums[$0] != other.sums[$0] }
    }

    private mutating func add(_ text: [UInt8], key: Int64) {
        // A character begins with a byte that does not continue one.
        let starts = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
        guard starts.count > 3 else { return }
        for place in 0..<(starts.count - 3) {
            add(text[starts[place]..<starts[place + 3]], at: place, key: key)
        }
    }

    private mutating func add(_ trigram: some Sequence<UInt8>, at place: Int, key: Int64) {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 { (hash ^ value) &* 0x100_0000_01B3 }
        hash = mix(mix(hash, UInt64(bitPattern: key)), UInt64(place))
        for byte in trigram { hash = mix(hash, UInt64(byte)) }
        sums[Int(key & Int64(Self.count - 1))] &+= hash
    }
}
