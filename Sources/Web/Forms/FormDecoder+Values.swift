import Domain
import Foundation
import Persistence

extension FormDecoder {
    /// An amount of money in any common notation. An ambiguous text is a fault that offers both
    /// readings.
    ///
    /// A form with the readings posts the text and the chosen reading. The choice counts only if it
    /// is a reading of the text, because the text may have been corrected since.
    mutating func money(_ field: String, label: String) -> FieldUpdate<Decimal> {
        let posted = amount(field, label: label)
        guard let amount = posted.value, !form.currency.fits(amount) else { return posted }
        fail(field, label, FormText.clause(form.currency.placesFault))
        return .absent
    }

    private mutating func amount(_ field: String, label: String) -> FieldUpdate<Decimal> {
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

    /// A whole amount of money in any common notation. An amount with cents is a fault that offers
    /// the whole amounts on both sides.
    mutating func wholeAmount(_ field: String, label: String) -> FieldUpdate<Int32> {
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

    /// A day of the calendar. An ambiguous text is a fault that offers both readings, as with
    /// money.
    mutating func day(_ field: String, label: String) -> FieldUpdate<CalendarDay> {
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

    /// The reading that the form posts after the text; without one, a fault that offers all
    /// readings.
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
        fail(FieldError(field: field, label: label, message: message, readings: options))
        return nil
    }
}

extension FormDecoder {
    /// A quantity of groceries or products: `1.5`, `½`.
    ///
    /// - Parameter range: the valid quantities; nil, the default, if the caller checks them, including
    ///   those below zero.
    mutating func quantity(
        _ field: String, label: String, in range: ClosedRange<Decimal>? = nil
    ) -> FieldUpdate<Decimal> {
        switch line(field, label: label) {
        case .absent: return .absent
        case .cleared: return .cleared
        case .value(let text):
            do throws(NumberFault) {
                guard let quantity = try Quantity.parse(signed: text, by: form.region) else {
                    return .cleared
                }
                if let range, !range.contains(quantity) {
                    fail(field, label, FormText.quantityFault(range))
                    return .absent
                }
                return .value(quantity)
            } catch {
                fail(field, label, error.description)
                return .absent
            }
        }
    }
}

extension FormDecoder {
    /// A percentage: `8.875`, `19 %`.
    mutating func percent(_ field: String, label: String) -> FieldUpdate<Percent> {
        guard let text = form[field] else { return .absent }
        guard !text.allSatisfy(\.isWhitespace) else { return .cleared }
        do {
            return .value(try Percent(parsing: text))
        } catch {
            fail(field, label, error.description)
            return .absent
        }
    }

    /// A discount: a percentage if a per cent sign follows, `10 %`, and an amount of money
    /// otherwise.
    mutating func discount(_ field: String, label: String) -> Discount? {
        if form[field]?.contains("%") == true {
            return percent(field, label: label).value.map { .percent($0) }
        }
        guard let amount = money(field, label: label).value else { return nil }
        if let discount = Discount(amount) { return discount }
        fail(field, label, "it is too large")
        return nil
    }

    /// A time of day: `14:05`.
    mutating func time(_ field: String, label: String) -> FieldUpdate<TimeOfDay> {
        guard let text = form[field] else { return .absent }
        guard !text.allSatisfy(\.isWhitespace) else { return .cleared }
        do {
            return .value(try TimeOfDay(parsing: text))
        } catch {
            fail(field, label, error.description)
            return .absent
        }
    }

    /// A tax rate by its number, or `none`; nil if the field has neither.
    mutating func tax(_ field: String, label: String) -> TaxChoice? {
        if form[field] == "none" { return .untaxed }
        return id(field, label: label, of: "tax rate").value.map { .rate(Int64($0)) }
    }
}

extension FormDecoder {
    /// A line that a closure converts.
    ///
    /// - Parameters:
    ///   - message: the message about a text that cannot be converted.
    ///   - convert: the value of a text; nil if it has none.
    mutating func converted<Value>(
        _ field: String, label: String, limit: Int, orSaying message: (String) -> String,
        _ convert: (String) -> Value?
    ) -> FieldUpdate<Value> {
        let line = line(field, label: label, limit: limit)
        guard let text = line.value else { return line == .cleared ? .cleared : .absent }
        if let value = convert(text) { return .value(value) }
        fail(field, label, message(text))
        return .absent
    }

    /// The UUID that the sender gave a record; nil without one.
    mutating func uuid(_ field: String, label: String) -> UUID? {
        guard let text = form[field], !text.isEmpty else { return nil }
        let key = UUID(uuidString: text)
        if key == nil { fail(field, label, "“\(text.prefix(100))” is not a UUID") }
        return key
    }

    /// The one item that a text names; nil, with a fault, if there is none or several.
    ///
    /// - Throws: errors of the store.
    mutating func item(
        named text: String, _ field: String, label: String, in context: ManagedObjectContext
    ) throws -> Item? {
        let found = try Item.named(text, in: context)
        if let item = found.first, found.count == 1 { return item }
        let name = "“\(text.prefix(100))”"
        if !found.isEmpty {
            fail(field, label, "there are several items \(name); give the number of one")
        } else if try Item.isTrashed(named: text, in: context) {
            fail(field, label, "\(name) is in the trash; restore it first, or give another item")
        } else {
            fail(field, label, "there is no item \(name); give its number, as A-0007")
        }
        return nil
    }
}

extension FormDecoder {
    /// A length in millimeters: `38.1`, `38,1`, `38.1 mm`.
    mutating func millimeters(
        _ field: String, label: String, in range: ClosedRange<Double>
    ) -> FieldUpdate<Double> {
        switch line(field, label: label) {
        case .absent: return .absent
        case .cleared: return .cleared
        case .value(let text):
            let number = text.lowercased().hasSuffix("mm") ? String(text.dropLast(2)) : text
            let exact: Decimal
            do { exact = try DecimalNumber.parse(number, places: 4, by: form.region) } catch {
                fail(field, label, error.message(isNot: "a length in millimeters"))
                return .absent
            }
            let length = NSDecimalNumber(decimal: exact).doubleValue
            guard range.contains(length) else {
                let ends = [range.lowerBound, range.upperBound].map(LabelFormat.text)
                fail(
                    field, label,
                    "\(LabelFormat.text(length)) is not from \(ends[0]) to \(ends[1]) mm")
                return .absent
            }
            return .value(length)
        }
    }
}
