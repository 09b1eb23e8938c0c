/// A written number without a sign, in any common notation.
///
/// - `1,234.5`, `1.234,5`, `1 234` and `1'234` have groups of thousands; `12.5` and `12,5` a decimal
///   mark.
/// - A single point or comma before the last three digits, as in `1,000`, differs by a factor of a
///   thousand between notations: that of the chosen region counts. A text in another notation is
///   ambiguous, and so is such a text without a chosen region.
/// - Without a chosen region, numbers with more than three decimal places have a decimal point, as
///   programs write them: `2.000` is two. With three, only zeros after a point are ambiguous.
enum NumberReading: Hashable {
    /// The digits before and after the decimal mark.
    case exact(whole: String, fraction: String)
    /// The digits before and after a mark that may separate thousands or decimal places.
    case ambiguous(String, String)

    /// Nil for another text.
    ///
    /// - Parameters:
    ///   - places: the number of decimal places that a number of its kind can have.
    ///   - region: the region whose notation counts, if it was chosen.
    init?(_ amount: AmountText, places: Int, by region: Region) {
        guard let (groups, marks) = amount.parts else { return nil }
        guard let last = marks.last else {
            self = .exact(whole: groups[0], fraction: "")
            return
        }
        let fraction = groups[groups.count - 1]
        let isDecimal = (last == "." || last == ",") && marks.count(where: { $0 == last }) == 1
        if isDecimal, marks.count == 1, fraction.count == 3,
            let reading = Self(groups[0], last, fraction, places: places, by: region)
        {
            self = reading
        } else if isDecimal {
            let whole = Array(groups.dropLast())
            guard whole == [""] || Self.areThousands(whole, marks.dropLast()) else { return nil }
            self = .exact(whole: whole.joined(), fraction: fraction)
        } else {
            guard Self.areThousands(groups, marks[...]) else { return nil }
            self = .exact(whole: groups.joined(), fraction: "")
        }
    }

    /// The number with a single mark before three digits; nil if it can only be a decimal mark.
    private init?(
        _ first: String, _ mark: Character, _ last: String, places: Int, by region: Region
    ) {
        let isGroupMark = region.isChosen && region.numbers.groupMark == String(mark)
        let isGroup = first.count <= 3
        // A comma after more digits may be a mistyped group; a point there is that of a program.
        guard let digit = first.first, digit != "0", isGroup || isGroupMark && mark == "," else {
            return nil
        }
        // A whole number has no thousandths; a point is asked about, since programs write one.
        let isGroupOfWhole = places == 0 && mark == "," && !region.isChosen
        let isDecimal =
            region.isChosen
            ? region.numbers.decimalMark == String(mark)
            // Exports and JSON write quantities without zeros at the end.
            : mark == "." && (places > 3 || places == 3 && last != "000")
        if isDecimal {
            self = .exact(whole: first, fraction: last)
        } else if isGroup, isGroupMark || isGroupOfWhole {
            self = .exact(whole: first + last, fraction: "")
        } else {
            self = .ambiguous(first, last)
        }
    }

    /// The numbers that an ambiguous text may mean, as they have to be written.
    ///
    /// - Parameters:
    ///   - places: the number of decimal places that a number of its kind can have.
    ///   - region: the region whose notation counts, if it was chosen.
    func readings(places: Int, by region: Region) -> [String] {
        guard case .ambiguous(let first, let last) = self else { return [] }
        let fraction = String(last.reversed().drop { $0 == "0" }.reversed())
        guard !fraction.isEmpty else { return [first + last, first] }
        return [first + last]
            + (places < 3 ? [] : [region.fieldText(plain: "\(first).\(fraction)")])
    }

    /// Whether groups have one kind of mark between them, and three digits each after the first; in
    /// the Indian notation, two in all but the first and the last.
    private static func areThousands(_ groups: [String], _ marks: ArraySlice<Character>) -> Bool {
        guard groups.count > 1 else { return !groups[0].isEmpty }
        let inner = groups.dropFirst().dropLast()
        let isWestern = inner.allSatisfy { $0.count == 3 } && groups[0].count <= 3
        let isIndian = inner.allSatisfy { $0.count == 2 } && groups[0].count <= 2
        return Set(marks).count == 1 && groups[groups.count - 1].count == 3
            && !groups[0].isEmpty && (isWestern || isIndian)
    }
}
