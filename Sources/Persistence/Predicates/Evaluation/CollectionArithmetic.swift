import Foundation

/// Aggregates many values: sums, means, counts. Only `@count` counts missing values.
package enum CollectionArithmetic {
    static func value(
        of op: CollectionOperator, _ members: [PredicateValue], at expression: FetchExpression
    ) throws -> PredicateValue {
        if op == .count { return .value(.integer(Int64(members.count))) }
        let values = members.compactMap(\.attributeValue)
        switch op {
        case .union: return .collection(members)
        case .distinctUnion: return .collection(distinct(values).map(PredicateValue.value))
        default: return .value(try value(of: op, values.filter { !$0.isNull }, at: expression))
        }
    }

    package static func value(
        of op: CollectionOperator, _ values: [AttributeValue], at expression: FetchExpression?
    ) throws(FetchPredicateError) -> AttributeValue {
        switch op {
        case .minimum: return extreme(values, .orderedAscending)
        case .maximum: return extreme(values, .orderedDescending)
        case .mode: return mode(values)
        default:
            var sum = NumberSum()
            for value in values {
                guard sum.add(value) else {
                    throw FetchPredicateError("\(op.rawValue) needs numbers.", at: expression)
                }
            }
            switch op {
            case .sum: return try sum.total()
            case .average: return sum.average
            default: return spread(op, values)
            }
        }
    }

    private static func extreme(
        _ values: [AttributeValue], _ order: ComparisonResult
    ) -> AttributeValue {
        guard var result = values.first else { return .null }
        for value in values.dropFirst() where ValueComparison.order(value, result, []) == order {
            result = value
        }
        return result
    }

    private static func distinct(_ values: [AttributeValue]) -> [AttributeValue] {
        var result: [AttributeValue] = []
        for value in values
        where !result.contains(where: { ValueComparison.areEqual($0, value, []) }) {
            result.append(value)
        }
        return result
    }

    /// The most frequent value, the first of them if there are several.
    private static func mode(_ values: [AttributeValue]) -> AttributeValue {
        distinct(values).map { candidate in
            (candidate, values.count { ValueComparison.areEqual($0, candidate, []) })
        }.reduce((AttributeValue.null, 0)) { $1.1 > $0.1 ? $1 : $0 }.0
    }

    private static func spread(
        _ op: CollectionOperator, _ values: [AttributeValue]
    ) -> AttributeValue {
        let numbers = values.compactMap(\.storedNumber?.double).sorted()
        guard !numbers.isEmpty else { return .null }
        if op == .median {
            let middle = numbers.count / 2
            return .double(
                numbers.count % 2 == 1
                    ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2)
        }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return .double((squares / Double(numbers.count)).squareRoot())
    }
}

/// A sum that keeps integers as integers and decimals as decimals.
struct NumberSum {
    private var count = 0
    private var integers: Int64 = 0
    private var isOverflown = false
    private var decimals = Decimal()
    private var doubles = 0.0
    private var hasDoubles = false
    private var hasDecimals = false

    /// Adds a number; returns false if the value is not a number.
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

    /// The mean; null if nothing was added.
    var average: AttributeValue {
        if count == 0 { return .null }
        if hasDecimals, !hasDoubles, !isOverflown {
            return .decimal(((decimals + Decimal(integers)) / Decimal(count)).rounded15)
        }
        let sum = doubles + Double(integers) + (Double(decimals.description) ?? 0)
        return .double(sum / Double(count))
    }
}
