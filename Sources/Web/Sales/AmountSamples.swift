import Domain
import Foundation

/// How amounts of money and quantities are written, as examples that a script goes by.
struct AmountSamples: Sendable {
    /// An amount with all marks: `12.345.678,90 €`.
    var long: String
    /// One with four digits, which some regions do not group: `1.234,00 €`.
    var short: String
    /// How many decimal places amounts have.
    var places: String
    /// The mark by which quantities are read; empty where none was chosen, and `1,234` is a question.
    var decimalMark: String

    /// - Parameter currency: of the amounts, in the region of the household.
    init(_ currency: Currency) {
        let amount: Decimal = currency.places == 0 ? 12_345_678 : 1_234_567_890 / 100
        long = currency.text(amount)
        short = currency.text(1_234)
        places = String(currency.places)
        decimalMark = Region.current.isChosen ? Region.current.numbers.decimalMark : ""
    }
}
