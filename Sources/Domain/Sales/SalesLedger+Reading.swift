import Foundation
import Persistence

extension SalesLedger {
    /// Reads all sales that count, some thousand at a time, so that little memory is used on the way.
    ///
    /// - Throws: ``HouseholdError`` for a price that is not in cents, and errors of the store.
    init(in context: ManagedObjectContext) throws {
        self.init()
        var last: Int64?
        repeat { last = try readSales(after: last, in: context) } while last != nil
    }

    private static var readAtOnce: Int { 5_000 }

    /// Reads the sales that come next in the order of their numbers, however far apart these are.
    /// Returns the last number; nil if there are no more.
    private mutating func readSales(
        after last: Int64?, in context: ManagedObjectContext
    ) throws -> Int64? {
        var request = DictionaryFetchRequest(entityName: "Sale")
        request.columns = [
            ("sale", .evaluatedObject), ("number", .keyPath(["number"])),
            ("date", .keyPath(["date"])), ("customer", .keyPath(["customer"])),
            ("returnOf", .keyPath(["returnOf"])), ("voidedAt", .keyPath(["voidedAt"])),
            ("minute", .keyPath(["minuteOfDay"])),
        ]
        request.predicate = last.map { Self.compare(["number"], .greater, $0) }
        request.sortDescriptors = [FetchSortDescriptor("number")]
        request.fetchLimit = Self.readAtOnce
        let rows = try context.fetchDictionaries(request)
        guard let first = rows.first?["number"]?.wholeNumber,
            let last = rows.last?["number"]?.wholeNumber
        else { return nil }
        var lines = try Self.lines(Self.isNumber(["sale", "number"], first...last), in: context)
        for row in rows {
            guard let number = row["sale"]?.recordNumber, case .date(let date) = row["date"],
                !row.has("voidedAt")
            else { continue }
            var entry = Entry(
                number: number, day: CalendarDay(date),
                customer: row["customer"]?.recordNumber ?? 0,
                isReturn: row["returnOf"]?.recordNumber != nil,
                minute: row["minute"]?.wholeNumber.map { Int16(clamping: $0) }, lines: [])
            for (line, extra) in lines.removeValue(forKey: number) ?? [] { entry.add(line, extra) }
            insert(entry)
        }
        return last
    }

    /// The lines that fit a condition by the record numbers of their sales, in the order in which they were
    /// made: that of the sale.
    private static func lines(
        _ condition: FetchPredicate, in context: ManagedObjectContext
    ) throws -> [Int64: [(Line, Extra)]] {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = [
            ("line", .evaluatedObject), ("sale", .keyPath(["sale"])),
            ("product", .keyPath(["product"])),
            ("quantity", .keyPath(["quantity"])), ("unitPrice", .keyPath(["unitPrice"])),
            ("adjustment", .keyPath(["adjustmentCents"])), ("tax", .keyPath(["taxCents"])),
            ("unitCost", .keyPath(["unitCost"])), ("taxRate", .keyPath(["taxRate"])),
        ]
        request.predicate = condition
        var lines: [Int64: [(number: Int64, Line, Extra)]] = [:]
        for row in try context.fetchDictionaries(request) {
            guard let sale = row["sale"]?.recordNumber else { continue }
            let line = try Line(
                product: row["product"]?.recordNumber ?? 0,
                quantity: Int32(clamping: row["quantity"]?.wholeNumber ?? 0),
                price: row["unitPrice"]?.amount ?? 0)
            let extra = Extra(
                adjustment: row["adjustment"]?.wholeNumber ?? 0,
                tax: row["tax"]?.wholeNumber ?? 0,
                unitCost: row["unitCost"]?.amount.flatMap(Cents.whole),
                taxRate: row["taxRate"]?.recordNumber ?? 0)
            lines[sale, default: []].append((row["line"]?.recordNumber ?? 0, line, extra))
        }
        return lines.mapValues { $0.sorted { $0.number < $1.number }.map { ($1, $2) } }
    }

    /// The lines of some sales, whether these count or not.
    ///
    /// - Throws: ``HouseholdError`` for a price that is not in cents, and errors of the store.
    static func sold(
        in sales: [ManagedObjectID], in context: ManagedObjectContext
    ) throws -> [Int64: SoldLines] {
        let condition = FetchPredicate.comparison(
            FetchComparison(
                .keyPath(["sale"]), .in, .aggregate(sales.map { .constant(.object($0)) })))
        return try lines(condition, in: context).mapValues { lines in
            SoldLines(
                lines: lines.map { .init(product: $0.0.product, quantity: $0.0.quantity) },
                cents: lines.reduce(0) {
                    $0 + Int128($1.0.quantity) * Int128($1.0.unitPrice) + Int128($1.1.adjustment)
                })
        }
    }

    private static func isNumber(
        _ keyPath: [String], _ range: ClosedRange<Int64>
    ) -> FetchPredicate {
        .and([
            compare(keyPath, .greaterOrEqual, range.lowerBound),
            compare(keyPath, .lessOrEqual, range.upperBound),
        ])
    }

    private static func compare(
        _ keyPath: [String], _ op: FetchComparison.Operator, _ number: Int64
    ) -> FetchPredicate {
        .comparison(FetchComparison(.keyPath(keyPath), op, .constant(.integer(number))))
    }
}

extension FetchedDictionary {
    /// Whether there is a value under a key.
    fileprivate func has(_ key: String) -> Bool { self[key].map { $0 != .null } ?? false }
}

extension SalesLedger.Line {
    /// - Throws: ``HouseholdError`` for a price that is not in cents.
    init(product: Int64, quantity: Int32, price: Decimal) throws {
        guard let cents = Cents.whole(price) else {
            throw HouseholdError("A sale has a unit price that is not in cents: \(price).")
        }
        self.init(product: product, quantity: quantity, unitPrice: cents)
    }
}

extension SalesLedger.Entry {
    /// Adds a line, with what it has beside quantity and price.
    mutating func add(_ line: SalesLedger.Line, _ extra: SalesLedger.Extra) {
        var line = line
        if !extra.isNothing {
            line.extra = Int32(extras.count)
            extras.append(extra)
        }
        lines.append(line)
    }
}

extension SalesLedger.Entry {
    /// What a sale adds to the sums; nil if it is void.
    init?(_ sale: Sale) throws {
        guard !sale.isVoid, let number = sale.objectID.recordNumber, let day = sale.day else {
            return nil
        }
        self.init(
            number: number, day: day, customer: sale.customer?.objectID.recordNumber ?? 0,
            isReturn: sale.isReturn, minute: sale.minuteOfDay, lines: [])
        for line in sale.lines {
            add(
                try SalesLedger.Line(
                    product: line.product?.objectID.recordNumber ?? 0, quantity: line.quantity,
                    price: line.unitPrice ?? 0),
                SalesLedger.Extra(
                    adjustment: line.adjustmentCents, tax: line.taxCents,
                    unitCost: line.unitCost.flatMap(Cents.whole),
                    taxRate: line.taxRate?.objectID.recordNumber ?? 0))
        }
    }
}

extension AttributeValue {
    /// The number of a record; nil for anything else.
    var recordNumber: Int64? {
        if case .object(let id) = self { id.recordNumber } else { nil }
    }
}
