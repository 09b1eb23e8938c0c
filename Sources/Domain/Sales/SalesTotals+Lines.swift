import Foundation
import Persistence

extension SalesTotals {
    /// What the store adds up of lines: all that stands beside each price and cost, so that the
    /// products are made and added in Decimal.
    static let lineColumns: [(key: String, expression: FetchExpression)] = [
        ("price", .keyPath(["unitPrice"])), ("cost", .keyPath(["unitCost"])),
        ("quantity", .function("sum:", [.keyPath(["quantity"])])),
        ("adjustment", .function("sum:", [.keyPath(["adjustmentCents"])])),
        ("tax", .function("sum:", [.keyPath(["taxCents"])])),
    ]

    /// What lines are grouped by for these columns.
    static let lineGroups: [FetchExpression] = [.keyPath(["unitPrice"]), .keyPath(["unitCost"])]

    /// Adds a row of these columns.
    mutating func add(_ row: FetchedDictionary, isReturn: Bool) {
        let sign: Decimal = isReturn ? -1 : 1
        let pieces = row["quantity"]?.wholeNumber ?? 0
        let taxOfLines = sign * Cents.amount(row["tax"]?.wholeNumber ?? 0)
        let amountOfLines =
            sign
            * (Decimal(pieces) * (row["price"]?.amount ?? 0)
                + Cents.amount(row["adjustment"]?.wholeNumber ?? 0))
        quantity += isReturn ? -pieces : pieces
        amount += amountOfLines
        tax += taxOfLines
        if let unitCost = row["cost"]?.amount {
            cost += sign * Decimal(pieces) * unitCost
            netWithCost += amountOfLines - taxOfLines
            quantityWithCost += isReturn ? -pieces : pieces
        }
    }
}
