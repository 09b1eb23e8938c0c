/// An order of customers by what was sold to them.
public struct CustomerSalesOrder: Sendable, Hashable {
    /// What is compared. Voided sales count nowhere, returns are subtracted from the amount.
    public enum Key: String, Sendable, CaseIterable {
        /// How many sales there were.
        case saleCount
        /// What they come to.
        case amount
        /// The day of the first sale.
        case firstDay
        /// The day of the last sale.
        case lastDay
    }

    /// What is compared.
    public var key: Key
    /// Whether the least comes first.
    public var isAscending: Bool

    public init(_ key: Key, ascending: Bool = true) {
        self.key = key
        isAscending = ascending
    }
}

extension CustomerSalesOrder {
    /// Sorts customers. Equal ones stay as they are, and those without a value come last either way.
    ///
    /// - Parameters:
    ///   - numbers: their record numbers.
    ///   - values: what is compared, by record number.
    ///   - absent: the value of those who have none. Default: nil.
    func sorted<Value: Comparable>(
        _ numbers: [Int64], by values: [Int64: Value], absent: Value? = nil
    ) -> [Int64] {
        var rows: [(number: Int64, value: Value)] = []
        var others: [Int64] = []
        for number in numbers {
            if let value = values[number] ?? absent {
                rows.append((number, value))
            } else {
                others.append(number)
            }
        }
        // The library's sort keeps the order of equals.
        if isAscending {
            rows.sort { $0.value < $1.value }
        } else {
            rows.sort { $0.value > $1.value }
        }
        return rows.map(\.number) + others
    }
}
