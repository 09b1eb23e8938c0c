import Persistence

/// What was paid on each day in each way, in memory. Void payments count nowhere, money that went back is
/// subtracted.
struct PaymentSums: Sendable {
    /// Payments of one kind.
    struct Sum: Sendable, Hashable {
        var count = 0
        var cents: Int128 = 0

        mutating func add(_ other: Sum) {
            count += other.count
            cents += other.cents
        }
    }

    /// One payment that counts.
    struct Entry {
        var day: CalendarDay
        /// The record number of the kind.
        var kind: Int64
        var cents: Int64
    }

    private var days: [CalendarDay: [Int64: Sum]] = [:]

    init() {}

    /// Reads all payments that count.
    ///
    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        var request = DictionaryFetchRequest(entityName: "Payment")
        request.columns = [
            ("date", .keyPath(["date"])), ("kind", .keyPath(["kind"])),
            ("count", .function("count:", [.evaluatedObject])),
            ("cents", .function("sum:", [.keyPath(["amountCents"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(["date"]), .keyPath(["kind"])]
        request.predicate = .has("voidedAt", false)
        for row in try context.fetchDictionaries(request) {
            guard case .date(let date) = row["date"], let kind = row["kind"]?.recordNumber else {
                continue
            }
            add(Sum(row), CalendarDay(date), kind)
        }
    }

    /// What was paid in a period in each way, by the record number of the kind.
    func sums(of period: SalesPeriod) -> [Int64: Sum] {
        if let day = period.from, day == period.through { return days[day] ?? [:] }
        var sums: [Int64: Sum] = [:]
        for (day, kinds) in days where period.contains(day) {
            for (kind, sum) in kinds { sums[kind, default: Sum()].add(sum) }
        }
        return sums
    }

    mutating func add(_ entry: Entry) {
        add(Sum(count: 1, cents: Int128(entry.cents)), entry.day, entry.kind)
    }

    mutating func remove(_ entry: Entry) {
        add(Sum(count: -1, cents: -Int128(entry.cents)), entry.day, entry.kind)
    }

    private mutating func add(_ sum: Sum, _ day: CalendarDay, _ kind: Int64) {
        days[day, default: [:]][kind, default: Sum()].add(sum)
        if days[day]?[kind]?.count == 0 { days[day]?[kind] = nil }
        if days[day]?.isEmpty == true { days[day] = nil }
    }
}

extension PaymentSums.Sum {
    /// What the store has added up, under `count` and `cents`.
    init(_ row: FetchedDictionary) {
        count = Int(row["count"]?.wholeNumber ?? 0)
        cents = Int128(row["cents"]?.wholeNumber ?? 0)
    }
}

extension SalesPeriod {
    /// Whether a day is one of the period.
    fileprivate func contains(_ day: CalendarDay) -> Bool {
        from.map { $0 <= day } ?? true && through.map { day <= $0 } ?? true
    }
}
