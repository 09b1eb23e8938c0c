import Domain
import Foundation
import Persistence

/// What a line of a sale holds, apart from any context.
struct SaleLineValues: Sendable {
    let recordNumber: Int64
    let productNumber: Int64
    let productName: String
    let quantity: Int
    /// What each cost on that day.
    let unitPrice: Decimal
    /// Quantity times unit price.
    let amount: Decimal
    /// The item of the inventory that was sold; nil for other products.
    let itemKey: UUID?

    init(_ line: SaleLine) {
        recordNumber = line.objectID.recordNumber ?? 0
        productNumber = line.product?.objectID.recordNumber ?? 0
        productName = line.product?.name ?? ""
        quantity = Int(line.quantity)
        unitPrice = line.unitPrice ?? 0
        amount = line.amount
        itemKey = line.itemKey
    }
}
