/// Writes a text without its accents, and without its case if that is wanted.
struct UnmarkedText {
    private var result: [UInt8] = []
    private let ignoringCase: Bool
    /// Marks that stay and wait for the next letter, before which they are put in order.
    private var marks: [Unicode.Scalar] = []
    /// Whether the last letter loses its marks.
    private var dropsMarks = false

    init(ignoringCase: Bool, capacity: Int) {
        self.ignoringCase = ignoringCase
        result.reserveCapacity(capacity)
    }

    @inline(__always)
    mutating func append(ascii byte: UInt8) {
        if !marks.isEmpty { flush() }
        dropsMarks = true
        result.append(ignoringCase ? TextFolding.lowercased(byte) : byte)
    }

    /// Adds bytes of which none is ASCII.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if appendPairs(bytes) { return }
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { append(scalar) }
    }

    /// The text.
    mutating func finish() -> [UInt8] {
        flush()
        return result
    }

    /// Adds scalars of two bytes each that become one scalar each, as most letters of the European
    /// scripts do; false, with nothing added, if there are others.
    private mutating func appendPairs(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard ignoringCase, bytes.count % 2 == 0 else { return false }
        let start = result.count
        let table = ScalarFolding.foldedLetters
        for index in stride(from: 0, to: bytes.count, by: 2) {
            let (lead, tail) = (bytes[index], bytes[index + 1])
            let value = Int(lead & 0x1F) << 6 | Int(tail & 0x3F)
            guard lead & 0xE0 == 0xC0, tail & 0xC0 == 0x80, value >= 0x80, value < table.count,
                table[value] != 0, marks.isEmpty
            else {
                result.removeSubrange(start...)
                return false
            }
            let folded = table[value]
            if folded >= 0x80 {
                result.append(UInt8(truncatingIfNeeded: 0xC0 | folded >> 6))
                result.append(UInt8(truncatingIfNeeded: 0x80 | folded & 0x3F))
            } else {
                result.append(UInt8(truncatingIfNeeded: folded))
            }
        }
        dropsMarks = true
        return true
    }

    private mutating func append(_ source: Unicode.Scalar) {
        for scalar in ScalarFolding.decomposed(source) {
            if scalar.value >= 0x300, ScalarFolding.isMark(scalar) {
                if !dropsMarks { marks.append(scalar) }
                continue
            }
            if !marks.isEmpty { flush() }
            dropsMarks = scalar.value < 0x591
            let base = ScalarFolding.withoutStroke(scalar)
            if ignoringCase {
                for scalar in ScalarFolding.caseFolded(base) {
                    TextFolding.append(scalar, to: &result)
                }
            } else {
                TextFolding.append(base, to: &result)
            }
        }
    }

    /// Marks come in canonical order, so that equivalent texts fold alike.
    private mutating func flush() {
        if marks.count > 1 {
            marks = marks.enumerated().sorted {
                let (first, second) = (
                    $0.element.properties.canonicalCombiningClass,
                    $1.element.properties.canonicalCombiningClass
                )
                return first == second ? $0.offset < $1.offset : first < second
            }.map(\.element)
        }
        for mark in marks { TextFolding.append(mark, to: &result) }
        marks.removeAll(keepingCapacity: true)
    }
}
