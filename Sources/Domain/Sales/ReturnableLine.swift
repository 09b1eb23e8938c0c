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
    public private(set) var quantity: Decimal
    /// What these cost when they were sold, without discounts and added tax.
    private var listAmount: Decimal
    /// The discounts and the tax of these.
    private var parts: Reckoning.Parts
    private let isTaxAdded: Bool
    private let unitCost: Decimal?
    /// What these cost the shop; nil if it is unknown.
    private var cost: Decimal?

    /// What comes back with a part of it.
    struct Portion {
        var parts: Reckoning.Parts
        /// What the part cost the shop beyond the cents of quantity times cost.
        var costRoundingCents: Int64
    }

    /// What these cost when they were sold, with discounts and tax.
    public var amount: Decimal { listAmount + Cents.amount(parts.adjustment) }

    /// What a script works out from what a part of these comes to: the cents of each, the thousandths of the
    /// quantity, and the cents of the list amount, of the discount, of the share and of the added tax; nil if
    /// these are too much.
    public var figures: [Int64]? {
        guard let price = Cents.whole(unitPrice), let thousandths = Quantity.thousandths(quantity),
            let list = Cents.whole(listAmount)
        else { return nil }
        return [
            price, thousandths, list, parts.discount, parts.share, isTaxAdded ? parts.tax : 0,
        ]
    }

    init(_ line: SaleLine) {
        self.line = line.objectID.recordNumber ?? 0
        product = line.product?.objectID.recordNumber ?? 0
        unitPrice = line.unitPrice ?? 0
        itemKey = line.itemKey
        quantity = line.quantity ?? 0
        listAmount = line.listAmount
        parts = line.parts.unrounded
        isTaxAdded = line.taxRate?.isAdded ?? false
        unitCost = line.unitCost
        cost = line.cost
    }

    /// Takes some of it out, as much as there is at most. Returns the discounts and the tax of that: the last of it
    /// has all that is left of them, and no part comes to more than what is left was paid with.
    ///
    /// - Parameter unit: the cents to which is rounded. Default: one.
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
        portion.settle(isAdded: isTaxAdded)
        return Portion(parts: portion, costRoundingCents: costRounding)
    }

    /// Takes out what a part cost the shop: of the last one all that is left. Returns how much that is beyond the cents.
    private mutating func takeCost(of taken: Decimal) -> Int64 {
        guard let unitCost, let left = cost else { return 0 }
        let exact = Cents.amount(of: taken, at: unitCost)
        let part = taken < quantity ? min(exact, left) : left
        cost = left - part
        return Cents.whole(part - exact) ?? 0
    }

    /// Quantity times price in the units of the currency.
    private func rounded(_ taken: Decimal, to unit: Int64) -> Decimal {
        guard unit != 1, !Quantity.isWhole(taken), let price = Cents.whole(unitPrice),
            let thousandths = Quantity.thousandths(taken)
        else { return Cents.amount(of: taken, at: unitPrice) }
        return Cents.amount(Cents.share(price, thousandths, of: 1_000, to: unit))
    }

    /// Leaves out what came back in a line of a return.
    mutating func subtract(_ line: SaleLine) {
        quantity -= min(line.quantity ?? 0, quantity)
        listAmount -= line.listAmount
        if let left = cost { cost = left - (line.cost ?? 0) }
        parts = parts - line.parts.unrounded
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
