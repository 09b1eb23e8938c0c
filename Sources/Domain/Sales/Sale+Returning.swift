public import Foundation
public import Persistence

extension Sale {
    /// Inserts a return of products of this sale.
    ///
    /// A line without a unit price is returned at the price paid; one with a unit price must have
    /// been sold at it.
    ///
    /// - Throws: ``SaleRefusal`` if more is returned than was sold; errors of the store.
    public func addReturn(_ draft: SaleDraft, in context: ManagedObjectContext) throws -> Sale {
        guard !isVoid, !isReturn else {
            let kind = isVoid ? "a voided sale" : "a return"
            throw SaleRefusal("lines", "Nothing can be returned from \(kind).")
        }
        let number = try Sale.nextNumber(in: context)
        let returned = Sale(context: context)
        var faults = try returned.take(
            draft, number, asking: "Choose what is returned.", in: context)
        returned.returnOf = self
        returned.customer = customer
        returned.isWalkIn = isWalkIn
        var left = returnableLines
        if let day, draft.day < day {
            faults.add("date", "The sale is of \(day): it cannot be returned before that.")
        }
        faults += try draft.faults { try returned.take($0, at: $1, from: &left, in: context) }
        try faults.check()
        returned.changeStock(in: context)
        try returned.pay(draft.payments, on: draft.day, at: draft.time, in: context)
        try updateOwedAmount()
        return returned
    }

    /// The products that were sold and not returned, in the order of the lines.
    public var returnableLines: [ReturnableLine] {
        let sold = lines
        var left = sold.map(ReturnableLine.init)
        for line in returns.filter({ !$0.isVoid }).flatMap(\.lines) {
            Self.subtract(line, at: Self.place(of: line, in: sold, left), in: sold, from: &left)
        }
        return left
    }

    /// Limits imported returns like ``addReturn(_:in:)``, so that together they do not pay back more
    /// than was paid.
    func limitReturns(_ read: Set<Sale>, in currency: Currency) {
        let sold = lines
        var left = sold.map(ReturnableLine.init)
        let returns = returns.filter { !$0.isVoid }.sorted { $0.number < $1.number }
        for (sale, line) in returns.flatMap({ sale in sale.lines.map { (sale, $0) } }) {
            let place = Self.place(of: line, in: sold, left, to: currency.unit)
            if let place, read.contains(sale) {
                var rest = left[place]
                line.limit(
                    to: rest.take(line.quantity ?? 0, to: currency.unit), of: sold[place])
            }
            Self.subtract(line, at: place, in: sold, from: &left)
        }
    }

    /// The place of the sold line that a line of a return is of; nil if no line has the quantity.
    ///
    /// An imported line does not name it. Of several that it may be of, it is the one with its tax
    /// and discount.
    private static func place(
        of line: SaleLine, in sold: [SaleLine], _ left: [ReturnableLine], to unit: Int64 = 1
    ) -> Int? {
        if let origin = line.origin { return sold.firstIndex { $0 === origin } }
        let quantity = line.quantity ?? 0
        let fitting = sold.indices.filter {
            sold[$0].isLike(line) && left[$0].quantity >= quantity
        }
        guard fitting.count > 1 else { return fitting.first }
        let taxed = fitting.filter { sold[$0].taxRate === line.taxRate }
        let discounted = taxed.first { place in
            var rest = left[place]
            return rest.take(quantity, to: unit).parts.discounts == line.parts.discounts
        }
        return discounted ?? taxed.first ?? fitting.first
    }

    private static func subtract(
        _ line: SaleLine, at place: Int?, in sold: [SaleLine], from left: inout [ReturnableLine]
    ) {
        if let place, line.origin != nil || sold[place].taxRate === line.taxRate {
            left[place].subtract(line)
            return
        }
        var quantity = line.quantity ?? 0
        for place in left.indices where sold[place].isLike(line) {
            let taken = min(quantity, left[place].quantity)
            _ = left[place].take(taken)
            quantity -= taken
        }
    }

    /// A return of everything that was not returned yet, on a day.
    public func wholeReturn(on day: CalendarDay) -> SaleDraft {
        SaleDraft(
            day: day,
            lines: returnableLines.filter { $0.quantity > 0 }.map { line in
                var draft = SaleDraft.Line(
                    line.itemKey.map { .item($0) } ?? .product(line.product),
                    quantity: line.quantity, unitPrice: line.unitPrice)
                draft.origin = line.line
                return draft
            })
    }

    private func take(
        _ line: SaleDraft.Line, at index: Int, from left: inout [ReturnableLine],
        in context: ManagedObjectContext
    ) throws {
        let fitting = try left.indices.filter { try left[$0].fits(line, in: context) }
        guard !fitting.isEmpty else {
            let currency = try ShopProfile.currency(in: context)
            let price = line.unitPrice.map { " for \(currency.text($0))" } ?? ""
            throw SaleFault(line: index, "product", "This sale has no such product\(price).")
        }
        let unit = try ShopProfile.currency(in: context).unit
        let available = fitting.reduce(Decimal(0)) { $0 + left[$1].quantity }
        // The whole remainder may be returned, whatever unit the product has now.
        if line.quantity != available || available == 0,
            let product = try Product.find(left[fitting[0]].product, in: context)
        {
            _ = try line.checkedQuantity(of: product, at: index)
        }
        guard line.quantity <= available else {
            throw SaleFault(
                line: index, "quantity",
                available == 0
                    ? "All of it was returned already."
                    : "At most \(Region.current.text(available)) can be returned.")
        }
        var rest = line.quantity
        for place in fitting where rest > 0 && left[place].quantity > 0 {
            let taken = min(rest, left[place].quantity)
            let portion = left[place].take(taken, to: unit)
            rest -= taken
            try addReturned(left[place], quantity: taken, portion, in: context)
        }
    }

    private func addReturned(
        _ line: ReturnableLine, quantity: Decimal, _ portion: ReturnableLine.Portion,
        in context: ManagedObjectContext
    ) throws {
        let added = SaleLine(context: context)
        added.product = try Product.find(line.product, in: context)
        if let origin = returnOf?.lines.first(where: { $0.objectID.recordNumber == line.line }) {
            added.origin = origin
            added.taxRate = origin.taxRate
            added.unitCost = origin.unitCost
        }
        added.take(portion.parts)
        if portion.costRoundingCents != 0 { added.costRoundingCents = portion.costRoundingCents }
        added.quantity = quantity
        added.unitPrice = line.unitPrice
        added.itemKey = line.itemKey
        addToLines(added)
        if let key = line.itemKey { try Item.updateSoldDate(of: key, in: context) }
    }
}

extension SaleLine {
    /// Whether a line of a return may be of this one.
    fileprivate func isLike(_ line: SaleLine) -> Bool {
        if let origin = line.origin { return origin === self }
        return product === line.product && unitPrice == line.unitPrice && itemKey == line.itemKey
    }

    /// Gives an imported line of a return its part of what was paid, unless it pays back less
    /// because of another discount or tax.
    fileprivate func limit(to portion: ReturnableLine.Portion, of sold: SaleLine) {
        let isPart =
            taxRate === sold.taxRate && parts.discounts == portion.parts.discounts
        guard isPart || adjustmentCents > portion.parts.adjustment else { return }
        if !isPart { (discount, taxRate) = (nil, sold.taxRate) }
        take(portion.parts)
        if unitCost == sold.unitCost, costRoundingCents != portion.costRoundingCents {
            costRoundingCents = portion.costRoundingCents
        }
    }
}

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
