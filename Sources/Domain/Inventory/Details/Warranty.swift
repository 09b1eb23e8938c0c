import Foundation
import Persistence

/// The duration of a warranty.
public enum Warranty: Sendable, Hashable {
    /// Until a day, inclusive.
    case until(CalendarDay)
    /// For the lifetime of the item.
    case lifetime

    /// The text of a lifetime warranty.
    public static let lifetimeText = "for life"

    /// Parses `2027-03-01`, `3 years` or `18 months` from a day on, `for life`.
    ///
    /// - Parameters:
    ///   - start: the day of the purchase.
    ///   - region: resolves ambiguous dates, if it was chosen. Default: not chosen.
    /// - Throws: ``WarrantyFault`` with the reason.
    public init(
        parsing text: String, from start: CalendarDay, by region: Region = .unchosen
    ) throws(WarrantyFault) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        if ["for life", "life", "lifetime", "forever"].contains(words.joined(separator: " ")) {
            self = .lifetime
        } else if words.count == 2, let count = Int(words[0]), (1...1_200).contains(count),
            case let day? = Unit(words[1])?.day(count, after: start),
            CalendarDay.years.contains(day.year)
        {
            self = .until(day)
        } else {
            do {
                self = .until(try CalendarDay(parsing: text, by: region))
            } catch {
                throw WarrantyFault(text: text, day: error)
            }
        }
    }

    /// The text in files: the day, or `for life`.
    public var text: String { text { $0.description } }

    /// The text in forms, with the day in the region's format.
    public func fieldText(in region: Region) -> String { text(region.fieldText) }

    private func text(_ day: (CalendarDay) -> String) -> String {
        switch self {
        case .until(let last): day(last)
        case .lifetime: Self.lifetimeText
        }
    }

    private enum Unit {
        case days, weeks, months, years

        init?(_ word: Substring) {
            switch word.last == "s" ? word.dropLast() : word {
            case "day": self = .days
            case "week": self = .weeks
            case "month": self = .months
            case "year": self = .years
            default: return nil
            }
        }

        func day(_ count: Int, after start: CalendarDay) -> CalendarDay {
            switch self {
            case .days: start.adding(days: count)
            case .weeks: start.adding(days: 7 * count)
            case .months: start.adding(months: count)
            case .years: start.adding(months: 12 * count)
            }
        }
    }
}

/// A text that is not an end of a warranty.
public struct WarrantyFault: Error, Equatable, Sendable, CustomStringConvertible {
    let text: String
    /// The fault in the date.
    public let day: CalendarDayFault

    public var description: String {
        if case .unreadable = day {
            "“\(text.prefix(100))” is not a warranty; enter a day such as 2027-03-01, “3 years”, or "
                + "“for life”"
        } else {
            day.description
        }
    }
}

extension Item {
    /// The warranty; nil if there is none or it is unknown.
    public var warranty: Warranty? {
        get { hasLifetimeWarranty ? .lifetime : warrantyUntil.map { .until(CalendarDay($0)) } }
        set {
            if case .until(let day) = newValue {
                warrantyUntil = day.date
            } else {
                warrantyUntil = nil
            }
            hasLifetimeWarranty = newValue == .lifetime
        }
    }
}
