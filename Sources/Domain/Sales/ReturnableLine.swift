public import Foundation
import Persistence

/// A line of a sale with the quantity that can still be returned.
public struct ReturnableLine: Sendable, Hashable {
    /// The record number of the line.
    public let line: Int64
    /// The record number of the product.
    public let product: Int64
    public let unitPrice: Decimal
    /// The sold item, or nil.
    public let itemKey: UUID?
    /// The quantity that can still be returned.
    public private(set) var quantity: Decimal
    /// Their price at the sale, without discounts and added tax.
    private var listAmount: Decimal
    /// Their discounts and tax.
    private var parts: PriceCalculation.Parts
    private let isTaxAdded: Bool
    private let unitCost: Decimal?
    /// Their cost to the shop; nil if unknown.
    private var cost: Decimal?

    /// The amounts of a returned part.
    struct Portion {
        var parts: PriceCalculation.Parts
        /// The cost of the part beyond the cents of quantity times cost.
        var costRoundingCents: Int64
    }

    /// Their price at the sale, with discounts and tax.
    public var amount: Decimal { listAmount + Cents.amount(parts.adjustment) }

    /// The figures with which a script computes partial returns: the price in cents, the quantity
    /// in thousandths, and the cents of list amount, discount, share and added tax; nil if they are
    /// too great.
    public var figures: [Int64]? {
        guard let price = Cents.whole(unitPrice), let thousandths = Quantity.thousandths(quantity),
            let list = Cents.whole(listAmount)
        else { return nil }
        return [
            price, thousandths, list, parts.discount, parts.share, isTaxAdded ? parts.tax : 0,
        ]
    }

    init(_ line: SaleLine) {
        self.line = line.savedNumber
        product = line.product?.savedNumber ?? 0
        unitPrice = line.unitPrice ?? 0
        itemKey = line.itemKey
        quantity = line.quantity ?? 0
        listAmount = line.listAmount
        parts = line.parts.unrounded
        isTaxAdded = line.taxRate?.isAdded ?? false
        unitCost = line.unitCost
        cost = line.cost
    }

    /// Takes up to a quantity out, and returns its discounts and tax. The last part gets the
    /// remainder, and no part exceeds what was paid for the rest.
    ///
    /// - Parameter unit: the rounding unit in cents. Default: 1.
    mutating func take(_ taken: Decimal, to unit: Int64 = 1) -> Portion {
        let cents = Cents.amount(of: taken, at: unitPrice)
        var portion = parts.portion(
            Quantity.thousandths(taken) ?? 0, of: Quantity.thousandths(quantity) ?? 0,
            isAdded: isTaxAdded, to: unit)
        var list = listAmount
        if taken < quantity {
            list = min(list, rounded(taken, to: unit))
            let paid = list + Cents.amount(portion.adjustment)
            list += min(max(paid, 0), amount) - paid
        }
        let costRounding = takeCost(of: taken)
        parts = parts - portion
        listAmount -= list
        quantity -= taken
        portion.rounding = Cents.whole(list - cents) ?? 0
        portion.updateAdjustment(isAdded: isTaxAdded)
        return Portion(parts: portion, costRoundingCents: costRounding)
    }

    /// Takes out the cost of a part, for the last part the remainder. Returns the difference to
    /// whole cents.
    private mutating func takeCost(of taken: Decimal) -> Int64 {
        guard let unitCost, let left = cost else { return 0 }
        let exact = Cents.amount(of: taken, at: unitCost)
        let part = taken < quantity ? min(exact, left) : left
        cost = left - part
        return Cents.whole(part - exact) ?? 0
    }

    /// Quantity times price, rounded to the currency's unit.
    private func rounded(_ taken: Decimal, to unit: Int64) -> Decimal {
        guard unit != 1, !Quantity.isWhole(taken), let price = Cents.whole(unitPrice),
            let thousandths = Quantity.thousandths(taken)
        else { return Cents.amount(of: taken, at: unitPrice) }
        return Cents.amount(Cents.share(price, thousandths, of: 1_000, to: unit))
    }

    /// Subtracts a line of an earlier return.
    mutating func subtract(_ line: SaleLine) {
        quantity -= min(line.quantity ?? 0, quantity)
        listAmount -= line.listAmount
        if let left = cost { cost = left - (line.cost ?? 0) }
        parts = parts - line.parts.unrounded
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
