import CBaseline
import CSQLite
import Foundation
import Persistence

extension PersistenceBenchmarks {
    func fetch() throws -> Measurement {
        let times = try fetchTimes(Self.readItems)
        return .time(
            "fetch 100,000 items and read every attribute", times.0, limit: times.1, atMost: 1.9)
    }

    func fetchFaults() throws -> Measurement {
        let times = try fetchTimes { try $0.fetch(FetchRequest<MeasuredItem>()).count }
        return .time(
            "fetch 100,000 items and read nothing", times.0, limit: times.1, atMost: 1.2)
    }

    func fetchDictionaries() throws -> Measurement {
        let times = try fetchTimes(limit: Self.selectColumns, readDictionaries)
        return .time(
            "fetch 100,000 items as dictionaries", times.0, limit: times.1, atMost: 1.7)
    }

    /// The time of a closure over the items, and that of the same SELECT.
    private func fetchTimes(
        limit: String = selectItems,
        _ read: @Sendable @escaping (ManagedObjectContext) throws -> Int
    ) throws -> (Double, Double) {
        let container = try container(path)
        var sums = (0, Int64(0))
        let database = try BareDatabase.open(path)
        defer { sqlite3_close(database) }
        let best = try bestOf(
            7, { sums.0 &+= try container.read(read) },
            { try BareDatabase.check(baseline_fetch(database, limit, &sums.1)) })
        try container.close()
        precondition(sums.0 != 0 && sums.1 != 0)
        return best
    }

    static func readItems(_ context: ManagedObjectContext) throws -> Int {
        var sum = 0
        for item in try context.fetch(FetchRequest<MeasuredItem>()) {
            sum &+= item.itemName?.utf8.count ?? 0
            sum &+= item.serialNumber?.utf8.count ?? 0
            sum &+= Int(item.valueInDollars)
            sum &+= Int(item.orderingValue)
            sum &+= Int(item.dateCreated?.timeIntervalSinceReferenceDate ?? 0)
            sum &+= Int(item.itemKey?.uuid.0 ?? 0)
            sum &+= item.thumbnail?.count ?? 0
            sum &+= evidence(of: item)
        }
        return sum
    }

    /// Reads attributes that have no value.
    private static func evidence(of item: MeasuredItem) -> Int {
        let texts = [item.insurance, item.manufacturer, item.modelNumber, item.notes, item.seller]
        let dates = [
            item.captureDate, item.purchaseDate, item.soldDate, item.trashedDate,
            item.warrantyUntil,
        ]
        var sum = Int(item.itemNumber) &+ Int(item.quantity)
        if item.hasLifetimeWarranty { sum &+= 1 }
        if item.purchasePrice != nil { sum &+= 1 }
        if item.replacementValue != nil { sum &+= 1 }
        for text in texts { sum &+= text?.utf8.count ?? 0 }
        for date in dates { sum &+= Int(date?.timeIntervalSinceReferenceDate ?? 0) }
        return sum
    }

    private func readDictionaries(_ context: ManagedObjectContext) throws -> Int {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [
            "valueInDollars", "assetType", "dateCreated", "orderingValue", "itemName",
            "serialNumber", "itemKey", "thumbnail",
        ].map { ($0, .keyPath([$0])) }
        return try context.fetchDictionaries(request).count
    }

    // MARK: - Look-ups

    func lookUps() throws -> Measurement {
        let container = try container(path)
        let sql = Self.selectItems + " WHERE Z_PK = ?"
        var sums = (0, Int64(0))
        let database = try BareDatabase.open(path)
        defer { sqlite3_close(database) }
        let best = try bestOf(
            5, { sums.0 &+= try container.read(Self.lookUp) },
            {
                try BareDatabase.check(
                    baseline_lookups(database, sql, Int64(Self.count), 10_000, &sums.1))
            })
        try container.close()
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time("10,000 look-ups of an object by key", best.0, limit: best.1, atMost: 1.3)
    }

    static func lookUp(_ context: ManagedObjectContext) throws -> Int {
        var sum = 0
        for number in 0..<10_000 {
            let key = Int64(number * 7919 % count + 1)
            let item = try context.existingObject(MeasuredItem.self, recordNumber: key)
            sum &+= Int(item?.valueInDollars ?? 0)
        }
        return sum
    }
}
