/// The readings of groups of digits with marks as dollars and cents.
enum MoneyNotation: Equatable {
    /// The digits before and after the decimal mark.
    case amount(whole: String, fraction: String)
    /// Either all digits are the amount, or the last three follow a decimal mark; the fraction is
    /// these, cut to cents.
    case ambiguous(whole: String, fraction: String)
    /// There are more than two decimal places.
    case tooPrecise
    /// It is not an amount.
    case unreadable

    /// - Parameters:
    ///   - groups: the groups of digits.
    ///   - marks: the marks between them.
    ///   - decimalMark: the region's decimal mark, which decides about a single mark before three
    /// digits. Default: none.
    init(_ groups: [String], _ marks: [Character], decimalMark: Character? = nil) {
        guard let last = marks.last else {
            self = .amount(whole: groups[0], fraction: "")
            return
        }
        let fraction = groups[groups.count - 1]
        let isDecimal = (last == "." || last == ",") && marks.count(where: { $0 == last }) == 1
        if isDecimal, marks.count == 1, fraction.count == 3, (1...3).contains(groups[0].count),
            groups[0].first != "0"
        {
            self =
                switch decimalMark {
                case nil:
                    .ambiguous(whole: groups.joined(), fraction: String(fraction.prefix(2)))
                case last:
                    Self(whole: Array(groups.dropLast()), [], fraction: fraction)
                default: .amount(whole: groups.joined(), fraction: "")
                }
        } else if isDecimal {
            self.init(
                whole: Array(groups.dropLast()), Array(marks.dropLast()), fraction: fraction)
        } else if DigitGroups.areThousands(groups, marks: marks) {
            self = .amount(whole: groups.joined(), fraction: "")
        } else {
            self = .unreadable
        }
    }

    private init(whole: [String], _ marks: [Character], fraction: String) {
        guard whole == [""] || DigitGroups.areThousands(whole, marks: marks) else {
            self = .unreadable
            return
        }
        let significant = fraction.reversed().drop { $0 == "0" }.count
        self =
            significant > 2
            ? .tooPrecise : .amount(whole: whole.joined(), fraction: String(fraction.prefix(2)))
    }
}

/// The notation of thousands.
enum DigitGroups {
    /// Whether groups have one kind of mark between them, and three digits each after the first; in
    /// the Indian notation, two in all but the first and the last.
    static func areThousands(_ groups: [String], marks: [Character]) -> Bool {
        guard groups.count > 1 else { return !groups[0].isEmpty }
        let inner = groups.dropFirst().dropLast()
        let isWestern = inner.allSatisfy { $0.count == 3 } && groups[0].count <= 3
        let isIndian = inner.allSatisfy { $0.count == 2 } && groups[0].count <= 2
        return Set(marks).count == 1 && groups[groups.count - 1].count == 3
            && !groups[0].isEmpty && (isWestern || isIndian)
    }
}
