import Foundation

/// The characters of an amount, converted to ASCII and without spaces.
struct AmountText {
    private var characters: [Character]

    /// Takes a text with any kind of digits.
    init(_ text: String) {
        characters = text.map(Self.simplified)
        trim()
    }

    var isEmpty: Bool { characters.isEmpty }

    /// The signs and codes of all currencies.
    private static let currencies = names(of: Currency.all)

    /// The signs and codes of currencies, longest first.
    private static func names(of currencies: [Currency]) -> [[Character]] {
        var names = currencies.contains(.dollar) ? ["US$"] : []
        for currency in currencies {
            names += [currency.code, currency.plainSymbol.trimmingCharacters(in: .whitespaces)]
        }
        return names.sorted { $0.count > $1.count }.map(Array.init)
    }

    /// Drops the sign or the code of a currency before or after the number.
    ///
    /// - Parameter currency: the expected currency; nil for any.
    mutating func dropCurrency(_ currency: Currency?) {
        let sign = dropSignOnly()
        let names = currency.map { currency in
            // The sign with which the household's region shows amounts.
            [Array(currency.symbol.trimmingCharacters(in: .whitespaces))]
                + Self.names(of: [currency])
        }
        for name in names ?? Self.currencies {
            if characters.count > name.count, characters.prefix(name.count).elementsEqual(name) {
                characters.removeFirst(name.count)
                break
            }
            if characters.count > name.count, characters.suffix(name.count).elementsEqual(name) {
                characters.removeLast(name.count)
                break
            }
        }
        trim()
        if let sign { characters.insert(sign, at: 0) }
    }

    /// Whether it is a number with the sign or code of any currency.
    var isAmountOfAnyCurrency: Bool {
        var amount = self
        amount.dropCurrency(nil)
        _ = amount.dropSign()
        amount.completeDecimalMark()
        return NumberReading(amount, places: 2, by: .unchosen) != nil
    }

    /// Completes a decimal mark at the end, as in `5.`, with zeros.
    mutating func completeDecimalMark() {
        guard let last = characters.last, last == "." || last == ",",
            characters.dropLast().last?.isNumber ?? false
        else { return }
        characters += "00"
    }

    /// Drops a minus sign, or accountants' brackets. Returns whether the amount is negative.
    mutating func dropSign() -> Bool {
        if characters.first == "(", characters.last == ")", characters.count > 2 {
            characters.removeFirst()
            characters.removeLast()
            return true
        }
        return dropSignOnly() == "-"
    }

    /// The groups of digits and the marks between them; nil if there is anything else.
    ///
    /// Only the first group may be empty, as in `.50`.
    var parts: (groups: [String], marks: [Character])? {
        var groups = [""]
        var marks: [Character] = []
        for character in characters {
            if character.isASCII, character.isNumber {
                groups[groups.count - 1].append(character)
            } else if ".,' ".contains(character), marks.isEmpty || groups.last != "" {
                marks.append(character)
                groups.append("")
            } else {
                return nil
            }
        }
        let isEmptyInside = groups.dropFirst().contains("") || groups == [""]
        return isEmptyInside ? nil : (groups, marks)
    }

    private mutating func dropSignOnly() -> Character? {
        guard let first = characters.first, first == "-" || first == "+" else { return nil }
        characters.removeFirst()
        trim()
        return first
    }

    private mutating func trim() {
        while characters.first == " " { characters.removeFirst() }
        while characters.last == " " { characters.removeLast() }
    }

    private static func simplified(_ character: Character) -> Character {
        if let digit = character.plainDigit { return digit }
        switch character {
        case "−", "–", "﹣", "－": return "-"
        case "٫": return "."
        case "，": return ","
        // Separators of thousands alone.
        case "’", "‘", "ʼ", "٬": return "'"
        case "＄", "﹩": return "$"
        default: return character.isWhitespace ? " " : character
        }
    }
}
