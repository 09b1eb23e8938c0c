import Foundation

/// Adds numbers up: integers as integers, decimals as decimals.
struct NumberSum {
    private var count = 0
    private var integers: Int64 = 0
    private var isOverflown = false
    private var decimals = Decimal()
    private var doubles = 0.0
    private var hasDoubles = false
    private var hasDecimals = false

    /// Adds a number; false if the value is none.
    mutating func add(_ value: AttributeValue) -> Bool {
        count += 1
        switch value {
        case .integer(let number): add(number)
        case .boolean(let flag): add(flag ? 1 : 0 as Int64)
        case .decimal(let number):
            hasDecimals = true
            decimals += number
        case .double(let number):
            hasDoubles = true
            doubles += number
        default: return false
        }
        return true
    }

    private mutating func add(_ number: Int64) {
        let (sum, overflow) = integers.addingReportingOverflow(number)
        integers = sum
        isOverflown = isOverflown || overflow
    }

    /// The sum; 0 if nothing was added.
    func total() throws(FetchPredicateError) -> AttributeValue {
        if isOverflown { throw FetchPredicateError("A sum is beyond 64 bits.") }
        if hasDoubles {
            return .double(doubles + Double(integers) + (Double(decimals.description) ?? 0))
        }
        return hasDecimals ? .decimal((decimals + Decimal(integers)).rounded15) : .integer(integers)
    }

    /// The mean; no value if nothing was added.
    var average: AttributeValue {
        if count == 0 { return .null }
        if hasDecimals, !hasDoubles, !isOverflown {
            return .decimal(((decimals + Decimal(integers)) / Decimal(count)).rounded15)
        }
        let sum = doubles + Double(integers) + (Double(decimals.description) ?? 0)
        return .double(sum / Double(count))
    }
}
