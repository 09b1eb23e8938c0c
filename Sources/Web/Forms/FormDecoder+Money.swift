import Domain
import Foundation

extension FormDecoder {
    /// An amount of money in any common notation; one that can be read in two ways is a fault that
    /// has both.
    ///
    /// A form with the readings posts the text and the one that was chosen. The choice counts if it
    /// is a reading of the text: a text that was put right goes before it.
    mutating func money(_ field: String, label: String) -> Posted<Decimal> {
        let posted = amount(field, label: label)
        guard let amount = posted.value, !form.currency.fits(amount) else { return posted }
        fail(field, label, FormText.clause(form.currency.placesFault))
        return .absent
    }

    private mutating func amount(_ field: String, label: String) -> Posted<Decimal> {
        guard let text = form.values(field).first else { return .absent }
        do {
            return try Money.parse(text, in: form.currency, by: form.region).map { .value($0) }
                ?? .cleared
        } catch {
            let message = error.message(in: form.currency)
            let reading = chosen(among: error.readings, field, label, message) { [form] in
                SelectOption(value: Money.plainText($0), label: form.currency.text($0))
            }
            return reading.map { .value($0) } ?? .absent
        }
    }

    /// A whole amount of money in any common notation; one with cents is a fault that has the whole amounts on
    /// both sides, as above.
    mutating func wholeAmount(_ field: String, label: String) -> Posted<Int32> {
        guard let text = form.values(field).first else { return .absent }
        do {
            return try WholeAmount.parse(text, in: form.currency, by: form.region)
                .map { .value($0) } ?? .cleared
        } catch {
            let message = error.message(in: form.currency)
            let reading = chosen(among: error.readings, field, label, message) { [form] in
                SelectOption(value: String($0), label: form.currency.wholeText(Int64($0)))
            }
            return reading.map { .value(Int32(clamping: $0)) } ?? .absent
        }
    }

    /// A day of the calendar; one that can be read in two ways is a fault that has both, as with money.
    mutating func day(_ field: String, label: String) -> Posted<CalendarDay> {
        guard let text = form.values(field).first else { return .absent }
        guard !text.allSatisfy(\.isWhitespace) else { return .cleared }
        do {
            return .value(try CalendarDay(parsing: text, by: form.region))
        } catch {
            let reading = chosen(among: error.readings, field, label, error.description) {
                SelectOption(
                    value: $0.day.description,
                    label: "\(DayText.long($0.day)) (\($0.order.label))")
            }
            return reading.map { .value($0.day) } ?? .absent
        }
    }

    /// The reading of a text that the form has posted behind it; without one, a fault that offers all of them.
    private mutating func chosen<Reading>(
        among readings: [Reading], _ field: String, _ label: String, _ message: String,
        as option: (Reading) -> SelectOption
    ) -> Reading? {
        let options = readings.map(option)
        for choice in form.values(field).dropFirst() {
            if let place = options.firstIndex(where: { $0.value == choice }) {
                return readings[place]
            }
        }
        fail(FormFault(field: field, label: label, message: message, readings: options))
        return nil
    }
}
