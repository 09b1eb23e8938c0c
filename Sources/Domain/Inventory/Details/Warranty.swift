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
    /// - Throws: ``FieldFault`` with the reason.
    public init(
        parsing text: String, from start: CalendarDay, by region: Region = .unchosen
    ) throws(FieldFault) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        if ["for life", "life", "lifetime", "forever"].contains(words.joined(separator: " ")) {
            self = .lifetime
        } else if words.count == 2, let count = Int(words[0]), (1...1_200).contains(count),
            let day = CareInterval.Unit(word: words[1])?.day(count, after: start),
            CalendarDay.years.contains(day.year)
        {
            self = .until(day)
        } else {
            do {
                self = .until(try CalendarDay(parsing: text, by: region))
            } catch {
                guard case .unreadable = error else { throw FieldFault(error.description) }
                throw FieldFault(
                    "“\(text.prefix(100))” is not a warranty; enter a day such as 2027-03-01, "
                        + "“3 years”, or “for life”")
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
