import Foundation

/// A number as SQLite knows numbers.
enum StoredNumber: Sendable, Hashable {
    case integer(Int64)
    case double(Double)

    /// Nil for a decimal that is no number.
    init?(_ decimal: Decimal) {
        if let integer = decimal.exactInteger {
            self = .integer(integer)
        } else if let number = Double(decimal.description), !number.isNaN {
            self = .double(number)
        } else {
            return nil
        }
    }

    var double: Double {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        }
    }

    var attributeValue: AttributeValue {
        switch self {
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        }
    }

    /// Compares by exact value, also an integer with a double that cannot hold it.
    static func < (first: StoredNumber, second: StoredNumber) -> Bool {
        switch (first, second) {
        case (.integer(let first), .integer(let second)): first < second
        case (.double(let first), .double(let second)): first < second
        case (.integer(let first), .double(let second)): first.order(to: second) < 0
        case (.double(let first), .integer(let second)): second.order(to: first) > 0
        }
    }

    static func == (first: StoredNumber, second: StoredNumber) -> Bool {
        switch (first, second) {
        case (.integer(let first), .integer(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.integer(let first), .double(let second)): first.order(to: second) == 0
        case (.double(let first), .integer(let second)): second.order(to: first) == 0
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(double)
    }
}

extension Int64 {
    /// Negative, 0 or positive as this integer is less than, equal to or greater than a double.
    fileprivate func order(to number: Double) -> Int {
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let whole = Int64(number)
        if self != whole { return self < whole ? -1 : 1 }
        let fraction = number - number.rounded(.towardZero)
        return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
    }
}
