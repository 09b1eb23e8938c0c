public import Foundation
import Persistence

/// A line of a sale with the quantity that can still come back.
public struct ReturnableLine: Sendable, Hashable {
    /// The record number of the product.
    public let product: Int64
    /// What each cost.
    public let unitPrice: Decimal
    /// The item of the inventory that was sold, or nil.
    public let itemKey: UUID?
    /// How many can come back.
    public internal(set) var quantity: Int32

    init(_ line: SaleLine) {
        product = line.product?.objectID.recordNumber ?? 0
        unitPrice = line.unitPrice ?? 0
        itemKey = line.itemKey
        quantity = line.quantity
    }

    func isLike(_ line: SaleLine) -> Bool {
        product == line.product?.objectID.recordNumber && unitPrice == line.unitPrice
            && itemKey == line.itemKey
    }

    func fits(
        _ line: SaleDraft.Line, in context: ManagedObjectContext
    ) throws -> Bool {
        if let price = line.unitPrice, price != unitPrice { return false }
        return switch line.subject {
        case .product(let number): product == number
        case .item(let key): itemKey == key
        case .productNamed(let name):
            try Product.named(name, in: context)?.objectID.recordNumber == product
        }
    }
}
