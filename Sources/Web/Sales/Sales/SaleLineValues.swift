import Domain
import Foundation
import Persistence

/// What a line of a sale or of a quote holds, apart from any context.
struct SaleLineValues: Sendable {
    let recordNumber: Int64
    let productNumber: Int64
    private(set) var productName: String
    let quantity: Decimal
    /// What is counted, as `kg`; empty for pieces.
    private(set) var unit: String
    /// What each cost on that day.
    let unitPrice: Decimal
    /// Quantity times unit price.
    let listAmount: Decimal
    /// What is taken off the line, as it was given; nil for nothing.
    let discount: Discount?
    /// What that comes to.
    let discountAmount: Decimal
    /// The line's share of what is taken off the whole sale.
    let share: Decimal
    /// The tax in the amount.
    let tax: Decimal
    /// The rate of the tax; nil for none.
    let taxRate: Int64?
    /// What the line adds to the total.
    let amount: Decimal
    /// The item of the inventory that was sold; nil for other products.
    let itemKey: UUID?

    init(_ line: SaleLine) {
        self.init(line, itemKey: line.itemKey)
    }

    init(_ line: QuoteLine) {
        self.init(line, itemKey: nil)
    }

    private init(_ line: some PricedLine, itemKey: UUID?) {
        recordNumber = line.objectID.recordNumber ?? 0
        productNumber = line.product?.objectID.recordNumber ?? 0
        productName = line.product?.name ?? ""
        quantity = line.quantity ?? 0
        unit = line.product?.unit ?? ""
        unitPrice = line.unitPrice ?? 0
        listAmount = line.listAmount
        discount = line.discount
        discountAmount = line.discountAmount
        share = line.share
        tax = line.tax
        taxRate = line.taxRate?.objectID.recordNumber
        amount = line.amount
        self.itemKey = itemKey
    }

    /// The same of a product that is called otherwise.
    func called(_ name: String, unit: String) -> SaleLineValues {
        var line = self
        (line.productName, line.unit) = (name, unit)
        return line
    }
}

extension [SaleLineValues] {
    /// `7 pieces`, `1.5 m`; nil where metres and pieces would be added up.
    var piecesText: String? {
        let quantity = reduce(Decimal(0)) { $0 + $1.quantity }
        if allSatisfy({ Quantity.isWhole($0.quantity) }) {
            return "\(quantity, grouped: true) \(quantity == 1 ? "piece" : "pieces")"
        }
        let units = Set(map(\.unit))
        guard units.count == 1, let unit = units.first else { return nil }
        return "\(quantity, grouped: true) \(unit)"
    }
}
