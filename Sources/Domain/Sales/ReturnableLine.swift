public import Foundation
import Persistence

/// A line of a sale with the quantity that can still come back.
public struct ReturnableLine: Sendable, Hashable {
    /// The record number of the line of the sale.
    public let line: Int64
    /// The record number of the product.
    public let product: Int64
    /// What each cost.
    public let unitPrice: Decimal
    /// The item of the inventory that was sold, or nil.
    public let itemKey: UUID?
    /// How many can come back.
    public internal(set) var quantity: Int32
    /// The discounts and the tax of these.
    var parts: Reckoning.Parts
    private let isTaxAdded: Bool

    /// What these cost when they were sold, with discounts and tax.
    public var amount: Decimal { Decimal(quantity) * unitPrice + Cents.amount(parts.adjustment) }

    /// What some of these come to if they come back first, in hundredths; nil if it is too much.
    ///
    /// - Parameter currency: in which it is given back.
    public func cents(of pieces: Int32, in currency: Currency) -> Int64? {
        var rest = self
        let portion = rest.take(min(pieces, quantity), to: currency.unit)
        return Cents.whole(
            Decimal(min(pieces, quantity)) * unitPrice + Cents.amount(portion.adjustment))
    }

    init(_ line: SaleLine) {
        self.line = line.objectID.recordNumber ?? 0
        product = line.product?.objectID.recordNumber ?? 0
        unitPrice = line.unitPrice ?? 0
        itemKey = line.itemKey
        quantity = line.quantity
        parts = line.parts
        isTaxAdded = line.taxRate?.isAdded ?? false
    }

    /// Takes some pieces out, as many as there are at most. Returns their discounts and tax: the last
    /// pieces have all that is left of them.
    ///
    /// - Parameter unit: the cents to which is rounded. Default: one.
    mutating func take(_ pieces: Int32, to unit: Int64 = 1) -> Reckoning.Parts {
        let portion = parts.portion(pieces, of: quantity, isAdded: isTaxAdded, to: unit)
        parts = parts - portion
        quantity -= pieces
        return portion
    }

    /// Whether a line of a return may have come back from this one.
    func isLike(_ line: SaleLine) -> Bool {
        if let origin = line.origin { return origin.objectID.recordNumber == self.line }
        return product == line.product?.objectID.recordNumber && unitPrice == line.unitPrice
            && itemKey == line.itemKey
    }

    func fits(
        _ line: SaleDraft.Line, in context: ManagedObjectContext
    ) throws -> Bool {
        if let price = line.unitPrice, price != unitPrice { return false }
        if let origin = line.origin, origin != self.line { return false }
        return switch line.subject {
        case .product(let number): product == number
        case .item(let key): itemKey == key
        case .productNamed(let name):
            try Product.known(as: name, in: context)?.objectID.recordNumber == product
        }
    }
}
