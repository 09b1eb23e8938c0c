public import Foundation

/// Decimal numbers as people write them.
public enum DecimalNumber {
    /// The maximum number of digits, which a `Decimal` holds exactly.
    public static let maximumDigits = 30

    /// Parses a number: `0.92`, `1.234,5`, `−3`; nil for another text.
    ///
    /// A single mark is the decimal mark, unless a region was chosen that uses it between
    /// thousands: there `1.234` is more than a thousand in Germany, and little more than one in
    /// America.
    ///
    /// - Parameter region: decides between two readings, if it was chosen. Default: not chosen.
    public static func parse(_ text: String, by region: Region = .unchosen) -> Decimal? {
        var amount = AmountText(text)
        let isNegative = amount.dropSign()
        guard let (groups, marks) = amount.parts,
            let plain = plainText(groups, marks, region.decimalMarkIfChosen),
            plain.count <= maximumDigits,
            let number = Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        return isNegative ? -number : number
    }

    /// The digits with a point before the decimal places.
    private static func plainText(
        _ groups: [String], _ marks: [Character], _ decimalMark: Character?
    ) -> String? {
        guard let last = marks.last, let places = groups.last else { return groups[0] }
        let isThousands = groups[0].first != "0" && DigitGroups.areThousands(groups, marks: marks)
        let isDecimal =
            (last == "." || last == ",") && marks.count(where: { $0 == last }) == 1
            && (marks.count > 1 || !isThousands || decimalMark == nil || last == decimalMark)
        guard isDecimal else { return isThousands ? groups.joined() : nil }
        let whole = Array(groups.dropLast())
        guard whole.count == 1 || DigitGroups.areThousands(whole, marks: Array(marks.dropLast()))
        else { return nil }
        return "0\(whole.joined()).\(places)"
    }
}
