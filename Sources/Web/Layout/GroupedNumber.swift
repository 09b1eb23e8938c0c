import Domain

extension DefaultStringInterpolation {
    /// Appends a whole number with a sign between thousands, as the region of the household has it: `1,284`.
    mutating func appendInterpolation(_ number: Int, grouped: Bool) {
        appendLiteral(grouped ? Region.current.text(number) : String(number))
    }
}
