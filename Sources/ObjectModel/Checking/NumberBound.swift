package import Foundation

/// The minimum or maximum of an attribute.
package struct NumberBound: Comparable {
    package let text: String
    package let double: Double
    /// Nil for a number that is too large for a decimal; it is beyond all decimals.
    package let decimal: Decimal?

    /// Nil for a text that is not a number, or too large for a double.
    package init?(_ text: String) {
        guard AttributeText.isNumber(text), let double = Double(text), double.isFinite else {
            return nil
        }
        self.text = text
        self.double = double
        decimal = AttributeText.decimal(text)
    }

    package static func < (left: NumberBound, right: NumberBound) -> Bool {
        guard let first = left.decimal, let second = right.decimal else {
            return left.double < right.double
        }
        return first < second
    }

    package static func == (left: NumberBound, right: NumberBound) -> Bool {
        !(left < right) && !(right < left)
    }
}
