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
            for choice in form.values(field).dropFirst() {
                let chosen = error.readings.first { Money.plainText($0) == choice }
                if let chosen { return .value(chosen) }
            }
            var fault = FormFault(
                field: field, label: label, message: error.message(in: form.currency))
            fault.readings = error.readings.map {
                SelectOption(
                    value: Money.plainText($0), label: form.currency.text($0))
            }
            fail(fault)
            return .absent
        }
    }

    /// A whole amount of money in any common notation; one with cents is a fault that has the whole amounts on
    /// both sides, as above.
    mutating func wholeAmount(_ field: String, label: String) -> Posted<Int32> {
        guard let text = form.values(field).first else { return .absent }
        do {
            return try WholeAmount.parse(text, in: form.currency).map { .value($0) } ?? .cleared
        } catch {
            for choice in form.values(field).dropFirst() {
                let chosen = error.readings.first { String($0) == choice }
                if let chosen { return .value(Int32(clamping: chosen)) }
            }
            var fault = FormFault(
                field: field, label: label, message: error.message(in: form.currency))
            fault.readings = error.readings.map {
                SelectOption(value: String($0), label: form.currency.wholeText(Int64($0)))
            }
            fail(fault)
            return .absent
        }
    }

    /// A day of the calendar; one that can be read in two ways is a fault that has both, as with money.
    mutating func day(_ field: String, label: String) -> Posted<CalendarDay> {
        guard let text = form.values(field).first else { return .absent }
        guard !text.allSatisfy(\.isWhitespace) else { return .cleared }
        do {
            return .value(try CalendarDay(parsing: text, by: form.region))
        } catch {
            for choice in form.values(field).dropFirst() {
                let chosen = error.readings.first { $0.day.description == choice }
                if let chosen { return .value(chosen.day) }
            }
            var fault = FormFault(field: field, label: label, message: error.description)
            fault.readings = error.readings.map {
                SelectOption(
                    value: $0.day.description,
                    label: "\(DayText.long($0.day)) (\($0.order.label))")
            }
            fail(fault)
            return .absent
        }
    }
}
