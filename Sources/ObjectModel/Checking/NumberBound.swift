package import Foundation

/// The least or greatest number that an attribute takes.
package struct NumberBound: Comparable {
    package let text: String
    package let double: Double
    /// Nil beyond the numbers of a decimal, which all are nearer to zero then.
    package let decimal: Decimal?

    /// Nil for a text that is no number, and for one that not even a double holds.
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
