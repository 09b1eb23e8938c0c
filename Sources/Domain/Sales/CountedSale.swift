import Foundation
public import Persistence

/// The stored figures that are derived from a sale's lines.
struct CountedSale: Sendable, Hashable {
    /// The attributes of sales and lines that store them.
    static let keys = Set(CountedAmounts.keys + ["isCounted", "isHuge", "totalCents"])
    static let keysOfLines = Set(CountedAmounts.keys + ["saleDate"])

    /// The entered values of a line.
    struct Line: Sendable, Hashable {
        var product: ManagedObjectID?
        var quantity: Decimal
        var unitPrice: Decimal
        var adjustmentCents: Int64
        var taxCents: Int64
        var unitCost: Decimal?
        var costRoundingCents: Int64
    }

    /// The contribution of the sale.
    private(set) var amounts = CountedAmounts()
    /// The contribution of each line.
    private(set) var lines: [CountedAmounts] = []
    /// The total by which sales are sorted; negative for a return.
    private(set) var totalCents: Int64 = 0
    /// Whether an amount is too great for sums in cents and must be added in decimals.
    private(set) var isHuge = false

    init(_ lines: [Line], isVoid: Bool, isReturn: Bool) {
        let sign: Int64 = isReturn ? -1 : 1
        let exact = lines.map(\.amounts)
        var whole = CountedAmounts()
        for line in exact where !isHuge {
            if let line { whole += line }
            isHuge = line == nil || !whole.isWithinBounds
        }
        guard !isVoid else {
            self.lines = lines.map { _ in CountedAmounts() }
            return
        }
        totalCents = isHuge ? Self.clampedTotal(of: lines) * sign : whole.cents * sign
        var seen: Set<ManagedObjectID?> = []
        for (line, exact) in zip(lines, exact) {
            var counted = isHuge ? line.quantities : (exact ?? line.quantities)
            counted = counted * sign
            if seen.insert(line.product).inserted { counted.count(isReturn: isReturn) }
            self.lines.append(counted)
            amounts += counted
        }
        if !lines.isEmpty { amounts.count(isReturn: isReturn) }
    }

    /// The total of the lines, clamped.
    private static func clampedTotal(of lines: [Line]) -> Int64 {
        let total = lines.reduce(Decimal(0)) {
            $0 + Cents.amount(of: $1.quantity, at: $1.unitPrice) + Cents.amount($1.adjustmentCents)
        }
        return Cents.whole(total) ?? (total < 0 ? -Int64.max : Int64.max)
    }
}

extension CountedSale.Line {
    /// The amounts of the line; nil if they are not in whole cents, or too great for sums.
    fileprivate var amounts: CountedAmounts? {
        guard let price = Cents.whole(unitPrice),
            let gross = Cents.cents(of: thousandths, at: price),
            let cents = Int64(exactly: Int128(gross) + Int128(adjustmentCents))
        else { return nil }
        var amounts = quantities
        amounts.cents = cents
        amounts.taxCents = taxCents
        if let unitCost {
            guard let cost = Cents.whole(unitCost),
                let costCents = Cents.cents(of: thousandths, at: cost).map({
                    $0 &+ costRoundingCents
                }),
                amounts.isWithinBounds
            else { return nil }
            amounts.costCents = costCents
            amounts.netCents = cents - taxCents
        }
        return amounts.isWithinBounds ? amounts : nil
    }

    private var thousandths: Int64 { Quantity.thousandths(quantity) ?? 0 }

    fileprivate var quantities: CountedAmounts {
        let thousandths = thousandths
        return CountedAmounts(
            thousandths: thousandths, costThousandths: unitCost == nil ? 0 : thousandths)
    }
}

/// The contribution of a sale or a line to sums: nothing if it is void, negative for a return.
struct CountedAmounts: Sendable, Hashable {
    /// 1 for a sale that counts; of several lines with one product, only the first has it.
    var sales: Int64 = 0
    /// 1 for a return, likewise.
    var returns: Int64 = 0
    /// The quantity in thousandths.
    var thousandths: Int64 = 0
    /// The amount in cents.
    var cents: Int64 = 0
    var taxCents: Int64 = 0
    /// The known cost to the shop.
    var costCents: Int64 = 0
    /// The amount without taxes of the lines with a known cost.
    var netCents: Int64 = 0
    /// The quantity of these lines, in thousandths.
    var costThousandths: Int64 = 0

    /// The attributes that store it.
    static let keys = [
        "countedSales", "countedReturns", "countedThousandths", "countedCents", "countedTaxCents",
        "countedCostCents", "countedNetCents", "countedCostThousandths",
    ]

    /// The greatest amount of a record, so that nine million of them fit into 64 bits.
    static let greatest: Int64 = 1_000_000_000_000

    var isWithinBounds: Bool {
        [cents, taxCents, costCents, netCents].allSatisfy { $0.magnitude <= Self.greatest }
    }

    /// Counts it as one sale or one return.
    fileprivate mutating func count(isReturn: Bool) {
        (sales, returns) = isReturn ? (0, 1) : (1, 0)
    }

    static func += (sum: inout Self, line: Self) {
        sum.thousandths += line.thousandths
        sum.cents += line.cents
        sum.taxCents += line.taxCents
        sum.costCents += line.costCents
        sum.netCents += line.netCents
        sum.costThousandths += line.costThousandths
    }

    static func * (amounts: Self, sign: Int64) -> Self {
        var product = amounts
        product.thousandths *= sign
        product.cents *= sign
        product.taxCents *= sign
        product.costCents *= sign
        product.netCents *= sign
        product.costThousandths *= sign
        return product
    }
}

extension CountedAmounts {
    /// The stored contribution, from a row with the attributes.
    init(_ row: FetchedDictionary) {
        func number(_ key: String) -> Int64 { row[key]?.wholeNumber ?? 0 }
        self.init(
            sales: number("countedSales"), returns: number("countedReturns"),
            thousandths: number("countedThousandths"), cents: number("countedCents"),
            taxCents: number("countedTaxCents"), costCents: number("countedCostCents"),
            netCents: number("countedNetCents"), costThousandths: number("countedCostThousandths"))
    }
}

/// A record with a contribution to sums.
protocol CountedRecord: ManagedObject {
    var countedSales: Int16 { get set }
    var countedReturns: Int16 { get set }
    var countedThousandths: Int64 { get set }
    var countedCents: Int64 { get set }
    var countedTaxCents: Int64 { get set }
    var countedCostCents: Int64 { get set }
    var countedNetCents: Int64 { get set }
    var countedCostThousandths: Int64 { get set }
}

extension Sale: CountedRecord {}
extension SaleLine: CountedRecord {}

extension CountedRecord {
    /// The contribution to sums.
    var counted: CountedAmounts {
        CountedAmounts(
            sales: Int64(countedSales), returns: Int64(countedReturns),
            thousandths: countedThousandths, cents: countedCents, taxCents: countedTaxCents,
            costCents: countedCostCents, netCents: countedNetCents,
            costThousandths: countedCostThousandths)
    }

    fileprivate func take(_ counted: CountedAmounts) {
        guard counted != self.counted else { return }
        countedSales = Int16(counted.sales)
        countedReturns = Int16(counted.returns)
        countedThousandths = counted.thousandths
        countedCents = counted.cents
        countedTaxCents = counted.taxCents
        countedCostCents = counted.costCents
        countedNetCents = counted.netCents
        countedCostThousandths = counted.costThousandths
    }
}

extension Sale {
    /// Recomputes the contributions of the sale and its lines.
    func count() {
        let lines = lines.filter { !$0.isDeleted }
        let counted = CountedSale(
            lines.map(CountedSale.Line.init), isVoid: isVoid, isReturn: isReturn)
        take(counted.amounts)
        if isCounted == isVoid { isCounted = !isVoid }
        if isHuge != counted.isHuge { isHuge = counted.isHuge }
        if totalCents != counted.totalCents { totalCents = counted.totalCents }
        for (line, amounts) in zip(lines, counted.lines) {
            line.take(amounts)
            if line.saleDate != date { line.saleDate = date }
        }
    }

    /// The same for all sales that a context is about to change, or whose lines it changes.
    static func countChanged(in context: ManagedObjectContext) {
        let changed = Array(context.insertedObjects) + Array(context.updatedObjects)
        let sales = changed.compactMap { $0 as? Sale ?? ($0 as? SaleLine)?.sale }
        for sale in Set(sales) where !sale.isInserted && !sale.isDeleted { sale.count() }
    }

    /// Recomputes the contributions of the sale with a number, if it exists.
    ///
    /// - Throws: errors of the store.
    public static func count(_ number: Int64, in context: ManagedObjectContext) throws {
        try context.fetch(FetchRequest<Sale>(#Predicate { $0.number == number })).first?.count()
    }

    /// Computes the contributions of older sales.
    static let counting = RecordFilling(
        of: FetchRequest<SaleLine>(
            #Predicate { $0.saleDate == nil && $0.sale?.date != nil },
            prefetching: [\.sale?.lines]),
        sign: .key("saleDate") == nil
    ) { lines, _ in
        for sale in Set(lines.compactMap(\.sale)) { sale.count() }
    }
}

extension CountedSale.Line {
    fileprivate init(_ line: SaleLine) {
        self.init(
            product: line.product?.objectID, quantity: line.quantity ?? 0,
            unitPrice: line.unitPrice ?? 0, adjustmentCents: line.adjustmentCents,
            taxCents: line.taxCents, unitCost: line.unitCost,
            costRoundingCents: line.costRoundingCents)
    }
}
