import Domain
import Foundation

extension FormDecoder {
    /// A share in per cent: `8.875`, `19 %`.
    mutating func percent(_ field: String, label: String) -> Posted<Percent> {
        guard let text = form[field] else { return .absent }
        guard !text.allSatisfy(\.isWhitespace) else { return .cleared }
        do {
            return .value(try Percent(parsing: text))
        } catch {
            fail(field, label, error.description)
            return .absent
        }
    }

    /// What is taken off: a share if it is followed by a per cent sign, `10 %`, and an amount of money
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
    mutating func time(_ field: String, label: String) -> Posted<TimeOfDay> {
        guard let text = form[field] else { return .absent }
        guard !text.allSatisfy(\.isWhitespace) else { return .cleared }
        do {
            return .value(try TimeOfDay(parsing: text))
        } catch {
            fail(field, label, error.description)
            return .absent
        }
    }

    /// A tax rate by its number, or `none`; nil for none of them.
    mutating func tax(_ field: String, label: String) -> TaxChoice? {
        if form[field] == "none" { return .untaxed }
        return id(field, label: label, of: "tax rate").value.map { .rate(Int64($0)) }
    }
}
