public import Foundation

extension Region {
    /// A date with a short month: `Nov 21, 2026`, `21.11.2026`.
    public func shortText(_ day: CalendarDay) -> String { formats.shortDay(day.date) }

    /// A date with the name of its month: `November 21, 2026`, `21. November 2026`.
    public func longText(_ day: CalendarDay) -> String { formats.longDay(day.date) }

    /// The time of a date in UTC: `14:05`, `2:05 PM`.
    public func timeText(_ date: Date) -> String { formats.time(date) }

    /// A number: `1,284.5`, `1.284,5`; if negative `−1,284.5`. Trailing zeros are left out.
    public func text(_ number: Decimal) -> String {
        let magnitude = Quantity.text(number.magnitude)[...]
        let text = numbers.text(magnitude.utf8)
        return number < 0 ? "−" + text : text
    }

    /// An integer: `1,284`.
    public func text(_ number: Int) -> String {
        let text = numbers.text(String(number.magnitude)[...].utf8)
        return number < 0 ? "−" + text : text
    }

    /// A number for a form field: with the region's decimal mark, without groups.
    public func fieldText(plain: String) -> String {
        plain.replacing(".", with: numbers.decimalMark)
    }

    /// A date for a form field with free text: in the region's format if it can be read back,
    /// otherwise `2026-11-21`.
    public func fieldText(_ day: CalendarDay) -> String {
        let text = shortText(day)
        return isChosen && (try? CalendarDay(parsing: text, by: self)) == day
            ? text : day.description
    }

    /// An amount of money for a form field: `1234,50`; without decimals if the currency has none.
    public func fieldText(money amount: Decimal) -> String {
        let isWhole = ShopCurrency.household.places == 0 && Quantity.isWhole(amount)
        return fieldText(plain: isWhole ? Quantity.text(amount) : Money.plainText(amount))
    }

    /// A quantity for a form field: `1,5`.
    public func fieldText(quantity: Decimal) -> String {
        fieldText(plain: Quantity.text(quantity))
    }
}

extension CalendarDay {
    /// The date in the household's region: `Nov 21, 2026`, `21.11.2026`.
    public var text: String { Region.current.shortText(self) }
}

extension TimeOfDay {
    /// The time in the household's region: `14:05`, `2:05 PM`.
    public var text: String {
        Region.current.timeText(Date(timeIntervalSince1970: Double(minute) * 60))
    }
}

extension Percent {
    /// The percentage in the household's region: `8.875 %`, `8,875 %`.
    public var text: String { "\(Region.current.text(number)) %" }
}
