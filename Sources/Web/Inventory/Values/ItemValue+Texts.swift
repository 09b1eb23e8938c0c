import Domain
import Foundation

extension ItemValue {
    /// What one of it is worth, as people read it: `€499.99`; empty for not valued.
    func eachText(in currency: Currency) -> String { worth.map(currency.shortText) ?? "" }

    /// The same with how many there are: `4 × €50`.
    func text(in currency: Currency) -> String {
        let each = eachText(in: currency)
        guard quantity > 1 else { return each }
        let count = "\(Int(quantity), grouped: true) ×"
        return each.isEmpty ? count : "\(count) \(each)"
    }

    /// What all of it is worth: `€200`; empty for not valued.
    func totalText(in currency: Currency) -> String { totalWorth.map(currency.shortText) ?? "" }

    /// What people say that one of it is worth; empty if they have not.
    func statedText(in currency: Currency) -> String {
        valueInDollars == 0 ? "" : currency.wholeText(Int64(valueInDollars))
    }

    /// What a new one costs; empty if that is not known.
    func replacementText(in currency: Currency) -> String {
        replacementValue.map(currency.text) ?? ""
    }

    /// What one of it is worth, for programs.
    var worthJSON: JSONValue { .string(worth.map(Money.plainText)) }
}
