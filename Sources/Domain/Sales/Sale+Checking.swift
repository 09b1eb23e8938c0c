import Foundation
public import Persistence

extension Sale {
    /// The batch size of the check.
    private static let checkedAtOnce = 5_000

    /// The numbers of sales whose stored figures do not match their lines.
    ///
    /// - Throws: errors of the store.
    public static func miscounted(in context: ManagedObjectContext) throws -> [Int64] {
        var numbers: [Int64] = []
        var last = Int64.min
        while true {
            var request = DictionaryFetchRequest(entityName: "Sale")
            request.columns =
                (["number", "date", "returnOf", "voidedAt", "isCounted", "isHuge", "totalCents"]
                + CountedAmounts.keys).map { ($0, .key($0)) }
            request.predicate = .key("number") > last
            request.sortDescriptors = [FetchSortDescriptor("number")]
            request.fetchLimit = checkedAtOnce
            let sales = try context.fetchDictionaries(request)
            guard let first = sales.first?["number"]?.wholeNumber,
                let end = sales.last?["number"]?.wholeNumber
            else { return numbers }
            let lines = try lines(first...end, in: context)
            numbers += sales.filter { !isSound($0, lines) }.compactMap {
                $0["number"]?.wholeNumber
            }
            last = end
        }
    }

    /// The lines by sale number.
    private static func lines(
        _ numbers: ClosedRange<Int64>, in context: ManagedObjectContext
    ) throws -> [Int64: [FetchedDictionary]] {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns =
            [("sale", .key("sale.number"))]
            + ([
                "saleDate", "product", "quantity", "unitPrice", "adjustmentCents", "taxCents",
                "unitCost", "costRoundingCents",
            ] + CountedAmounts.keys).map { ($0, .key($0)) }
        request.predicate = .and([
            FetchExpression.key("sale.number") >= numbers.lowerBound,
            FetchExpression.key("sale.number") <= numbers.upperBound,
        ])
        return Dictionary(
            grouping: try context.fetchDictionaries(request), by: { $0["sale"]?.wholeNumber ?? 0 })
    }

    private static func isSound(
        _ sale: FetchedDictionary, _ lines: [Int64: [FetchedDictionary]]
    ) -> Bool {
        let lines = lines[sale["number"]?.wholeNumber ?? 0] ?? []
        let isVoid = sale["voidedAt"].map { $0 != .null } ?? false
        let counted = CountedSale(
            lines.map(CountedSale.Line.init), isVoid: isVoid,
            isReturn: sale["returnOf"]?.objectID?.recordNumber != nil)
        // The line that counts the sale depends on the order, so only the multiset is compared.
        func inAnyOrder(_ amounts: [CountedAmounts]) -> [CountedAmounts: Int] {
            amounts.reduce(into: [:]) { $0[$1.withoutSales, default: 0] += 1 }
        }
        let kept = lines.map(CountedAmounts.init)
        return CountedAmounts(sale) == counted.amounts
            && sale["isCounted"] == .boolean(!isVoid)
            && sale["isHuge"] == .boolean(counted.isHuge)
            && sale["totalCents"]?.wholeNumber == counted.totalCents
            && inAnyOrder(kept) == inAnyOrder(counted.lines)
            && kept.reduce(0) { $0 + $1.sales } == counted.lines.reduce(0) { $0 + $1.sales }
            && kept.reduce(0) { $0 + $1.returns } == counted.lines.reduce(0) { $0 + $1.returns }
            && lines.allSatisfy { $0["saleDate"] == sale["date"] }
    }
}

extension CountedAmounts {
    fileprivate var withoutSales: Self {
        var amounts = self
        (amounts.sales, amounts.returns) = (0, 0)
        return amounts
    }
}

extension CountedSale.Line {
    fileprivate init(_ row: FetchedDictionary) {
        var product: ManagedObjectID?
        if case .object(let id) = row["product"] { product = id }
        self.init(
            product: product, quantity: row["quantity"]?.decimalValue ?? 0,
            unitPrice: row["unitPrice"]?.decimalValue ?? 0,
            adjustmentCents: row["adjustmentCents"]?.wholeNumber ?? 0,
            taxCents: row["taxCents"]?.wholeNumber ?? 0, unitCost: row["unitCost"]?.decimalValue,
            costRoundingCents: row["costRoundingCents"]?.wholeNumber ?? 0)
    }
}
