import Domain
import Foundation

extension Region {
    /// The regions to choose from, with their names.
    static func options(selected identifier: String) -> [SelectOption] {
        [
            SelectOption(
                value: "", label: "Not chosen: English, and unclear input is asked about",
                isSelected: identifier.isEmpty)
        ]
            + choices.map {
                SelectOption(
                    value: $0.identifier, label: $0.label,
                    isSelected: $0.identifier == identifier)
            }
    }

    /// A sample of a date, time and amount: `31.12.2026, 14:05 · 1.234,50 €`.
    func sample(in currency: Currency) -> String {
        guard let day = CalendarDay(year: 2026, month: 12, day: 31) else { return "" }
        let amount: Decimal = currency.places == 0 ? 1_234 : 1_234.5
        return Self.$current.withValue(self) {
            "\(day.text), \(DateText.time(day.date.addingTimeInterval(50_700), in: .gmt)) · \(currency.text(amount))"
        }
    }
}
