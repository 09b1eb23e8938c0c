import Foundation

/// The words of an entry, from which the amount is taken.
struct GroceryWords {
    /// A quantity with its unit.
    struct Amount {
        var quantity: Decimal
        var unit: String?
        /// Whether it contained "times", after which there is no unit.
        var isTimes = false
    }

    private(set) var words: [String]

    private let region: Region

    /// - Parameter region: the region for reading numbers.
    init(_ words: [String], by region: Region) {
        self.words = words
        self.region = region
    }

    /// Takes `2`, `3x`, `3 x`, `1 ½`, `500g`, `2 l` from the beginning.
    mutating func takeLeadingAmount() -> Amount? {
        guard var amount = amount(words[0]) else { return nil }
        var rest = words.dropFirst()
        if amount.isBare, let part = rest.first.flatMap(Quantity.properFraction) {
            amount.quantity += part
            rest = rest.dropFirst()
        }
        guard rest.first?.hasPrefix("%") != true else { return nil }
        if !amount.isTimes, let next = rest.first {
            if Self.isTimes(next) {
                amount.isTimes = true
                rest = rest.dropFirst()
            } else if amount.unit == nil, let unit = GroceryUnit.named(next),
                rest.count > 1 || GroceryUnit.isMeasure(unit)
            {
                amount.unit = unit
                rest = rest.dropFirst()
            }
        }
        if amount.unit != nil, rest.count > 1, rest.first?.lowercased() == "of" {
            rest = rest.dropFirst()
        }
        words = Array(rest)
        return amount
    }

    /// Takes `2`, `x2`, `x 2`, `500g`, `2 l` from the end, unless nothing would be left.
    mutating func takeTrailingAmount() -> Amount? {
        var rest = words[...]
        var unit: String?
        if rest.count > 2, let named = rest.last.flatMap(GroceryUnit.named),
            let number = rest.dropLast().last, amount(number)?.isBare == true
        {
            unit = named
            rest = rest.dropLast()
        }
        guard rest.count > 1, var amount = rest.popLast().flatMap({ amount($0) }) else {
            return nil
        }
        if rest.count > 1, let last = rest.last, Self.isTimes(last) { rest = rest.dropLast() }
        amount.unit = amount.unit ?? unit
        words = Array(rest)
        return amount
    }

    /// The amount in a word: a number, alone or with `x` or a unit.
    private func amount(_ word: String) -> Amount? {
        if let first = word.first, Self.isTimes(String(first)),
            let quantity = Quantity.value(String(word.dropFirst()), by: region)
        {
            return Amount(quantity: quantity, isTimes: true)
        }
        let end = word.lastIndex { $0.isNumber }.map(word.index(after:)) ?? word.startIndex
        guard let quantity = Quantity.value(String(word[..<end]), by: region) else {
            return nil
        }
        let suffix = String(word[end...])
        if suffix.isEmpty { return Amount(quantity: quantity) }
        if Self.isTimes(suffix) { return Amount(quantity: quantity, isTimes: true) }
        return GroceryUnit.named(suffix).map { Amount(quantity: quantity, unit: $0) }
    }

    private static func isTimes(_ word: String) -> Bool {
        ["x", "X", "×", "*"].contains(word)
    }
}

extension GroceryWords.Amount {
    /// Whether it is only a number.
    fileprivate var isBare: Bool { unit == nil && !isTimes }
}
