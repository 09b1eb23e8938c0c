/// A written date with an optional time.
struct WrittenMoment: Sendable, Hashable {
    let day: WrittenDay
    /// The seconds since midnight; nil without a time.
    let seconds: Double?
    /// The offset of the time zone from UTC in seconds; nil without a zone.
    let offset: Int?

    /// Parses `2026-11-21`, `11/27/2017 0:00:00`, `2026-11-21T10:30:00Z`; nil for other texts.
    init?(_ text: some StringProtocol) {
        guard let colon = text.firstIndex(of: ":") else {
            guard let day = WrittenDay(text) else { return nil }
            (self.day, seconds, offset) = (day, nil, nil)
            return
        }
        let hours = text[..<colon].suffix(while: { $0.isASCII && $0.isNumber })
        var head = text[..<hours.startIndex]
        guard let mark = head.last, "T ,".contains(mark) else { return nil }
        while let last = head.last, "T ,".contains(last) { head.removeLast() }
        guard let day = WrittenDay(head), let time = Self.time(text[hours.startIndex...]) else {
            return nil
        }
        (self.day, seconds, offset) = (day, time.seconds, time.offset)
    }

    /// Whether it is only a date: spreadsheets append midnight without a zone.
    var isDay: Bool { offset == nil && (seconds ?? 0) == 0 }

    /// The time of `10:30`, `10:30:00.250`, `12:00:00 AM`, `10:30Z` or `10:30+01:00`; nil for other
    /// texts.
    private static func time(
        _ text: some StringProtocol
    ) -> (seconds: Double, offset: Int?)? {
        let digits = text.prefix { ($0.isASCII && $0.isNumber) || $0 == ":" || $0 == "." }
        let rest = String(text[digits.endIndex...]).filter { $0 != " " }.lowercased()
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
            var hours = Int(parts[0]), parts[1].count == 2, let minutes = Int(parts[1]),
            (0..<60).contains(minutes), let seconds = parts.count == 3 ? Double(parts[2]) : 0,
            (0..<60).contains(seconds)
        else { return nil }
        var offset: Int?
        switch rest {
        case "": break
        case "am", "pm":
            guard (1...12).contains(hours) else { return nil }
            hours = hours % 12 + (rest == "pm" ? 12 : 0)
        case "z", "utc", "gmt": offset = 0
        default:
            guard let known = Self.offset(rest) else { return nil }
            offset = known
        }
        guard (0..<24).contains(hours) else { return nil }
        return (Double(hours * 3600 + minutes * 60) + seconds, offset)
    }

    /// The seconds of `+01:00`, `+0100` or `-05`; nil for other texts.
    private static func offset(_ text: String) -> Int? {
        guard let sign = text.first, "+-−".contains(sign) else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), [2, 4].contains(digits.count),
            let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)),
            hours <= 14, minutes < 60
        else { return nil }
        return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}

extension BidirectionalCollection {
    /// The longest suffix whose elements all satisfy a condition.
    fileprivate func suffix(while isTaken: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isTaken(self[index(before: start)]) {
            start = index(before: start)
        }
        return self[start...]
    }
}
