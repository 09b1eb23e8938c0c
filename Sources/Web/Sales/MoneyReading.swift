/// One of the amounts that a text can mean.
struct MoneyReading: Sendable {
    /// The name of the field, which choosing fills.
    var name: String
    /// `1234.00`.
    var value: String
    /// `$1,234.00`.
    var label: String
}
