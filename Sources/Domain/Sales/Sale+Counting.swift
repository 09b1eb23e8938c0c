import Foundation
public import Persistence

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
            sales: countedSales, returns: countedReturns, thousandths: countedThousandths,
            cents: countedCents, taxCents: countedTaxCents, costCents: countedCostCents,
            netCents: countedNetCents, costThousandths: countedCostThousandths)
    }

    fileprivate func take(_ counted: CountedAmounts) {
        guard counted != self.counted else { return }
        countedSales = counted.sales
        countedReturns = counted.returns
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
