import Domain
import Foundation

extension DefaultStringInterpolation {
    /// Appends a whole number with a sign between thousands, as the region of the household has it: `1,284`.
    mutating func appendInterpolation(_ number: Int, grouped: Bool) {
        appendLiteral(grouped ? Region.current.text(number) : String(number))
    }

    /// Appends a number with the decimal places that it has, written in the region of the household: `1,284.5`.
    mutating func appendInterpolation(_ number: Decimal, grouped: Bool) {
        appendLiteral(grouped ? Region.current.text(number) : Quantity.text(number))
    }
}
