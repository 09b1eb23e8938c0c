import Persistence

extension TextIndex {
    /// The records with every word, the best ones first: those that have all of them as whole words,
    /// then those that have parts of words; each in the order in which they were added.
    ///
    /// - Parameters:
    ///   - limit: how many record numbers are given at most.
    ///   - further: for the place of a word, the records that have it elsewhere; empty for none.
    ///   - other: for the place of a word, another way in which a record may have it; nil for none.
    func best(
        with words: [String], limit: Int, and further: [WordOwners] = [],
        or other: (Int) -> ((Facts) -> Bool)? = { _ in nil }
    ) -> (total: Int, numbers: [Int64]) {
        // A word without anything to look for is in every text.
        let patterns = words.map(SearchFolding.pattern)
        var (whole, parts) = ([Int64](), [Int64]())
        let found = matchingRows(with: patterns, and: further.map(\.all), or: other)
        for row in found where whole.count < limit {
            let isWhole = patterns.indices.allSatisfy { index in
                let pattern = patterns[index]
                return pattern.isEmpty || rows.row(Int(row), containsWord: pattern)
                    || further.indices.contains(index)
                        && further[index].whole.contains(number(ofRow: row))
            }
            if isWhole {
                whole.append(number(ofRow: row))
            } else if parts.count < limit {
                parts.append(number(ofRow: row))
            }
        }
        return (found.count, Array((whole + parts).prefix(limit)))
    }
}

extension ByteRows {
    /// Whether a row contains some bytes with no letter or digit before and behind them.
    func row(_ index: Int, containsWord pattern: [UInt8]) -> Bool {
        let row = bytes[starts[index]..<starts[index + 1]]
        guard let first = pattern.first, row.count >= pattern.count else { return false }
        var position = row.startIndex
        while let found = row[position...].firstIndex(of: first),
            found + pattern.count <= row.endIndex
        {
            let end = found + pattern.count
            if row[found..<end].elementsEqual(pattern),
                found == row.startIndex || !Self.isOfWord(row[found - 1]),
                end == row.endIndex || !Self.isOfWord(row[end])
            {
                return true
            }
            position = found + 1
        }
        return false
    }

    /// Bytes of letters beyond ASCII count as letters.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}
