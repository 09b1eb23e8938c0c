/// A written date with all its possible meanings.
///
/// `2026-11-21`, `21.11.2026`, `24/10/2014`, `27-Nov-17` and `Nov 27, 2017` are unambiguous;
/// `11/12/2026` depends on the order of day and month.
struct WrittenDay: Sendable, Hashable {
    /// The date with the day first; nil if it is invalid.
    let dayFirst: CalendarDay?
    /// The date with the month first; nil if it is invalid.
    let monthFirst: CalendarDay?
    /// Whether day and month differ only by their order.
    let hasOrder: Bool

    /// Parses a date without a time; nil for other texts.
    init?(_ text: some StringProtocol) {
        guard let parts = Parts(text) else { return nil }
        if let (year, month, day) = parts.withYearFirst ?? parts.withMonthName {
            self.init(CalendarDay(year: year, month: month, day: day))
            return
        }
        guard let (first, second, year) = parts.withYearLast else { return nil }
        let day = CalendarDay(year: year, month: second, day: first)
        if parts.mark == "." {
            // Dates with dots always have the day first.
            self.init(day)
        } else {
            self.init(
                dayFirst: day, monthFirst: CalendarDay(year: year, month: first, day: second),
                hasOrder: true)
        }
    }

    private init(_ day: CalendarDay?) {
        self.init(dayFirst: day, monthFirst: day, hasOrder: false)
    }

    private init(dayFirst: CalendarDay?, monthFirst: CalendarDay?, hasOrder: Bool) {
        (self.dayFirst, self.monthFirst, self.hasOrder) = (dayFirst, monthFirst, hasOrder)
    }

    /// The date if there is exactly one.
    var onlyDay: CalendarDay? {
        guard let dayFirst, let monthFirst else { return dayFirst ?? monthFirst }
        return dayFirst == monthFirst ? dayFirst : nil
    }

    /// All possible dates.
    var readings: Set<CalendarDay> { Set([dayFirst, monthFirst].compactMap(\.self)) }

    /// The date if there is exactly one.
    ///
    /// - Parameter text: the text, for errors.
    /// - Throws: ``CalendarDayFault`` if the date is ambiguous or invalid.
    func only(of text: String) throws(CalendarDayFault) -> CalendarDay {
        if let onlyDay { return onlyDay }
        guard let dayFirst, let monthFirst else { throw .noSuchDay(text) }
        throw .ambiguous(text, dayFirst: dayFirst, monthFirst: monthFirst)
    }

    /// The only valid order; nil for both, and for none.
    var onlyOrder: DayOrder? {
        guard hasOrder, (dayFirst == nil) != (monthFirst == nil) else { return nil }
        return dayFirst == nil ? .monthFirst : .dayFirst
    }

    /// The date in an order, or in the other one if only that is valid.
    func day(_ order: DayOrder) -> CalendarDay? {
        switch order {
        case .dayFirst: dayFirst ?? monthFirst
        case .monthFirst: monthFirst ?? dayFirst
        }
    }
}

/// The order of day and month in numeric dates that end with the year.
public enum DayOrder: String, Sendable, Hashable, Codable, CaseIterable {
    case dayFirst = "day-first"
    case monthFirst = "month-first"

    /// `day first`.
    public var label: String { self == .dayFirst ? "day first" : "month first" }
}

// MARK: - Parts

extension WrittenDay {
    /// The numbers and words of a text, and its separators.
    fileprivate struct Parts {
        private(set) var fields: [Substring] = []
        private(set) var gaps: [String] = []

        /// Nil unless there are exactly three.
        init?(_ text: some StringProtocol) {
            guard text.utf8.count <= 40 else { return nil }
            var rest = Substring(text)
            var gap = ""
            while let first = rest.first {
                if " -/.,".contains(first) {
                    gap.append(first)
                    rest.removeFirst()
                    continue
                }
                guard first.isASCII, first.isNumber || first.isLetter,
                    !fields.isEmpty || gap.allSatisfy({ $0 == " " })
                else { return nil }
                let field = rest.prefix {
                    $0.isASCII && (first.isNumber ? $0.isNumber : $0.isLetter)
                }
                rest.removeFirst(field.count)
                add(field, behind: gap.filter { $0 != " " })
                gap = ""
            }
            if fields.count == 4, Self.isWeekday(fields[0]) {
                fields.removeFirst()
                gaps.removeFirst()
            }
            guard fields.count == 3, ["", "."].contains(gap) else { return nil }
        }

        private mutating func add(_ field: Substring, behind gap: String) {
            let isOrdinal = ["st", "nd", "rd", "th"].contains(field.lowercased())
            if isOrdinal, gap.isEmpty, fields.last?.first?.isNumber == true { return }
            if !fields.isEmpty { gaps.append(gap) }
            fields.append(field)
        }

        /// The common separator; nil for different ones.
        var mark: String? {
            gaps[0] == gaps[1] && ["-", "/", "."].contains(gaps[0]) ? gaps[0] : nil
        }

        /// The numbers of `2026-11-21`.
        var withYearFirst: (year: Int, month: Int, day: Int)? {
            guard mark != nil, fields[0].count == 4, let year = Int(fields[0]),
                let month = Self.short(fields[1]), let day = Self.short(fields[2])
            else { return nil }
            return (year, month, day)
        }

        /// The numbers of `Nov 27, 2017`, `27-Nov-17` and `2017-Nov-27`.
        var withMonthName: (year: Int, month: Int, day: Int)? {
            if let month = Self.month(fields[0]), let day = Self.short(fields[1]),
                let year = Self.year(fields[2])
            {
                return (year, month, day)
            }
            guard let month = Self.month(fields[1]) else { return nil }
            if let day = Self.short(fields[0]), let year = Self.year(fields[2]) {
                return (year, month, day)
            }
            guard fields[0].count == 4, let year = Int(fields[0]), let day = Self.short(fields[2])
            else { return nil }
            return (year, month, day)
        }

        /// The numbers of `24/10/2014` and `24.10.14`. A two-digit year between hyphens may be
        /// first or last.
        var withYearLast: (first: Int, second: Int, year: Int)? {
            guard let mark, mark != "-" || fields[2].count == 4,
                let first = Self.short(fields[0]), let second = Self.short(fields[1]),
                let year = Self.year(fields[2])
            else { return nil }
            return (first, second, year)
        }

        /// A number of one or two digits.
        private static func short(_ field: Substring) -> Int? {
            field.count <= 2 ? Int(field) : nil
        }

        /// A year; two digits mean 1969 to 2068, as in POSIX.
        private static func year(_ field: Substring) -> Int? {
            guard let number = Int(field) else { return nil }
            switch field.count {
            case 4: return number
            case 2: return number < 69 ? 2000 + number : 1900 + number
            default: return nil
            }
        }

        private static let months = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september",
            "october", "november", "december",
        ]

        private static let weekdays = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]

        /// The month of a name or an abbreviation.
        private static func month(_ field: Substring) -> Int? {
            guard field.count >= 3 else { return nil }
            let word = field.lowercased()
            return months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
        }

        private static func isWeekday(_ field: Substring) -> Bool {
            field.count >= 3 && weekdays.contains { $0.hasPrefix(field.lowercased()) }
        }
    }
}
