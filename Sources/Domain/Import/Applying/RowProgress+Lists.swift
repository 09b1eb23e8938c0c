import Foundation

extension RowProgress {
    /// A key; nil if the cell is empty or at fault.
    mutating func key(_ column: ImportColumn) -> UUID? {
        guard let text = text(column) else { return nil }
        guard let key = UUID(uuidString: text) else {
            fail(column, "“\(text.prefix(40))” is not a key, such as 8F1B0C5E-…")
            return nil
        }
        return key
    }

    /// Yes or no; nil if the cell is empty or at fault.
    mutating func flag(_ column: ImportColumn) -> Bool? {
        guard let text = text(column)?.lowercased() else { return nil }
        switch text {
        case "yes", "true", "1", "x", "y": return true
        case "no", "false", "0", "n": return false
        default:
            fail(column, "“\(text.prefix(40))” is not yes or no")
            return nil
        }
    }

    /// A place in an order; nil if the cell is empty or at fault.
    mutating func place(_ column: ImportColumn) -> Double? {
        guard let text = text(column) else { return nil }
        guard let place = Double(text), place.isFinite else {
            fail(column, "“\(text.prefix(40))” is not a number")
            return nil
        }
        return place
    }

    /// A quantity of the shopping list; nil if the cell is empty or at fault.
    mutating func quantity(_ column: ImportColumn) -> Decimal? {
        guard let text = text(column) else { return nil }
        do {
            return try Quantity.parse(text)
        } catch {
            fail(column, error.description)
            return nil
        }
    }

    /// The quantity of a product, which may be below zero in a stock; nil if the cell is empty or at fault.
    mutating func quantity(_ column: ImportColumn, in range: ClosedRange<Decimal>) -> Decimal? {
        guard let text = text(column) else { return nil }
        let isNegative = range.lowerBound < 0 && text.first.map { "-−".contains($0) } ?? false
        do {
            let read = try Quantity.parse(isNegative ? String(text.dropFirst()) : text)
            guard let quantity = read.map({ isNegative ? -$0 : $0 }) else { return nil }
            guard range.contains(quantity) else {
                fail(column, "\(quantity) is not from \(range.lowerBound) to \(range.upperBound)")
                return nil
            }
            return quantity
        } catch {
            fail(column, error.description)
            return nil
        }
    }

    /// An amount in whole units of a currency; one with cents is rounded, and the row says so. Nil if the cell is
    /// empty or at fault.
    mutating func wholeAmount(_ column: ImportColumn, in currency: Currency) -> Int32? {
        guard let amount = money(column, in: currency) else { return nil }
        var (exact, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        guard let value = Int32("\(rounded)") else {
            fail(column, "\(amount) is above \(Int32.max)")
            return nil
        }
        if rounded != amount {
            note("\(amount) is rounded to \(value)")
        }
        return value
    }
}
