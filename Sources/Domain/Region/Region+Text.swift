public import Foundation

extension Region {
    /// A day with the month in few characters: `Nov 21, 2026`, `21.11.2026`.
    public func shortText(_ day: CalendarDay) -> String { formats.shortDay(day.date) }

    /// A day with the whole name of its month: `November 21, 2026`, `21. November 2026`.
    public func longText(_ day: CalendarDay) -> String { formats.longDay(day.date) }

    /// The time of a date in UTC: `14:05`, `2:05 PM`.
    public func timeText(_ date: Date) -> String { formats.time(date) }

    /// A number as people read it: `1,284.5`, `1.284,5`; below zero `−1,284.5`. Zeros at its end are left out.
    public func text(_ number: Decimal) -> String {
        let magnitude = Quantity.text(number.magnitude)[...]
        let text = numbers.text(magnitude.utf8)
        return number < 0 ? "−" + text : text
    }

    /// A whole number as people read it: `1,284`.
    public func text(_ number: Int) -> String {
        let text = numbers.text(String(number.magnitude)[...].utf8)
        return number < 0 ? "−" + text : text
    }

    /// A number for a field of a form: with the decimal mark of the region, and without groups.
    public func fieldText(plain: String) -> String {
        plain.replacing(".", with: numbers.decimalMark)
    }

    /// A day for a field of a form in which words may stand, too: as people read it where a region was chosen that
    /// reads it so, and else `2026-11-21`.
    public func fieldText(_ day: CalendarDay) -> String {
        let text = shortText(day)
        return isChosen && (try? CalendarDay(parsing: text, by: self)) == day
            ? text : day.description
    }

    /// An amount of money for a field of a form: `1234,50`; without decimals where the currency has none.
    public func fieldText(money amount: Decimal) -> String {
        let isWhole = ShopCurrency.household.places == 0 && Quantity.isWhole(amount)
        return fieldText(plain: isWhole ? Quantity.text(amount) : Money.plainText(amount))
    }

    /// A quantity for a field of a form: `1,5`.
    public func fieldText(quantity: Decimal) -> String {
        fieldText(plain: Quantity.text(quantity))
    }
}

extension CalendarDay {
    /// The day as people read it, in the region of the household: `Nov 21, 2026`, `21.11.2026`.
    public var text: String { Region.current.shortText(self) }
}

extension TimeOfDay {
    /// The time as people read it, in the region of the household: `14:05`, `2:05 PM`.
    public var text: String {
        Region.current.timeText(Date(timeIntervalSince1970: Double(minute) * 60))
    }
}

extension Percent {
    /// The share as people read it, in the region of the household: `8.875 %`, `8,875 %`.
    public var text: String { "\(Region.current.text(number)) %" }
}
