/// Numbers whose order is that of the values for which they stand.
enum SortKey {
    static func of(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ (1 << 63) }

    /// Nothing comes before every number.
    static func of(_ value: Double?) -> UInt64 {
        guard let value else { return 0 }
        // Zero has two patterns.
        let bits = value == 0 ? 0 : value.bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}

extension [Int32] {
    /// Sorts by keys, in time that grows with the number of elements and no faster, and leaves those
    /// with the same key in their order.
    mutating func sortStably(by key: (Int32) -> UInt64) {
        var keys = map(key)
        guard let first = keys.first else { return }
        // The bits in which any key differs from the first one.
        let differing = keys.reduce(0) { $0 | ($1 ^ first) }
        var (otherKeys, others) = (keys, self)
        for shift in stride(from: 0, to: UInt64.bitWidth, by: Digit.bits)
        where differing >> shift & Digit.mask != 0 {
            Digit(shift: shift).sort(keys, self, into: &otherKeys, &others)
            swap(&keys, &otherKeys)
            swap(&self, &others)
        }
    }
}

/// One digit of the keys by which elements are sorted, from the last one to the first.
private struct Digit {
    static let bits = 11
    static let mask: UInt64 = (1 << bits) - 1

    let shift: Int

    /// Puts elements into the order of the digit.
    func sort(
        _ keys: [UInt64], _ elements: [Int32], into sortedKeys: inout [UInt64],
        _ sorted: inout [Int32]
    ) {
        var places = [Int](repeating: 0, count: 1 << Self.bits)
        for key in keys { places[digit(key)] += 1 }
        var place = 0
        for digit in places.indices {
            (places[digit], place) = (place, place + places[digit])
        }
        for (key, element) in zip(keys, elements) {
            let digit = digit(key)
            sortedKeys[places[digit]] = key
            sorted[places[digit]] = element
            places[digit] += 1
        }
    }

    private func digit(_ key: UInt64) -> Int { Int(key >> shift & Self.mask) }
}
