/// An interval of days, weeks, months or years.
public struct CareInterval: Sendable, Hashable, CustomStringConvertible {
    public enum Unit: String, Sendable, CaseIterable {
        case day, week, month, year
    }

    public let count: Int
    public let unit: Unit

    /// - Parameter count: from 1 to 999; nil for others.
    public init?(_ count: Int, _ unit: Unit) {
        guard (1...999).contains(count) else { return nil }
        self.count = count
        self.unit = unit
    }

    /// Parses `6 months`, `every 2 weeks`, `year`, `monthly`; nil for other texts.
    public init?(parsing text: String) {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace)
        if words.first == "every" { words.removeFirst() }
        if words.first == "a" || words.first == "an" { words[0] = "1" }
        if words.count == 1, let word = words.first {
            let adverbs: [Substring: Unit] = [
                "daily": .day, "weekly": .week, "monthly": .month, "yearly": .year,
                "annually": .year,
            ]
            if let unit = adverbs[word] ?? Unit(word: word) {
                self.init(1, unit)
                return
            }
        }
        guard words.count == 2, let count = Int(words[0]), let unit = Unit(word: words[1]) else {
            return nil
        }
        self.init(count, unit)
    }

    /// `1 month`, `6 months`; also the stored form.
    public var description: String { count == 1 ? "1 \(unit)" : "\(count) \(unit)s" }

    /// `every month`, `every 6 months`.
    public var text: String { count == 1 ? "every \(unit)" : "every \(count) \(unit)s" }

    /// The next due date after a day.
    public func next(after day: CalendarDay) -> CalendarDay { unit.day(count, after: day) }
}

extension CareInterval.Unit {
    /// `month` or `months`.
    init?(word: Substring) {
        self.init(rawValue: word.hasSuffix("s") ? String(word.dropLast()) : String(word))
    }

    /// The day some units after another one.
    func day(_ count: Int, after start: CalendarDay) -> CalendarDay {
        switch self {
        case .day: start.adding(days: count)
        case .week: start.adding(days: 7 * count)
        case .month: start.adding(months: count)
        case .year: start.adding(months: 12 * count)
        }
    }
}
