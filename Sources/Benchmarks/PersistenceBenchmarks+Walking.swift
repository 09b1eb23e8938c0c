import CBaseline
import CSQLite
import Foundation
import Persistence

extension PersistenceBenchmarks {
    /// A walk through the items of each type, which were prefetched.
    func walk() throws -> Measurement {
        let path = directory + "/types.sqlite"
        let container = try container(path)
        try container.write { try Self.addTypes(to: $0) }
        let database = try BareDatabase.open(path)
        defer { sqlite3_close(database) }
        var sums = (0, Int64(0))
        let best = try bestOf(
            7, { sums.0 &+= try container.read(Self.walkTypes) },
            {
                try BareDatabase.check(
                    baseline_fetch(
                        database, "SELECT * FROM ZASSETTYPE", &sums.1))
                try BareDatabase.check(baseline_fetch(database, Self.selectItems, &sums.1))
            })
        try container.close()
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time(
            "walk through 1,000 types with 100 items each", best.0, limit: best.1, atMost: 2)
    }

    static func addTypes(to context: ManagedObjectContext) throws {
        let date = Date()
        for number in 1...1_000 {
            let type = MeasuredType(context: context)
            type.label = "Type number \(number)"
            for place in 1...100 {
                let item = MeasuredItem(context: context)
                item.itemName = "Item number \(place) of \(number)"
                item.serialNumber = "SN-\(10_000_000 + number * 100 + place)"
                item.valueInDollars = Int32(place)
                item.orderingValue = Double(number * 100 + place)
                item.dateCreated = date
                item.itemKey = key(number * 100 + place)
                item.assetType = type
            }
        }
        try context.save()
    }

    static func walkTypes(_ context: ManagedObjectContext) throws -> Int {
        var request = FetchRequest<MeasuredType>()
        request.relationshipKeyPathsForPrefetching = ["items"]
        var sum = 0
        for type in try context.fetch(request) {
            for item in type.items { sum &+= item.itemName?.utf8.count ?? 0 }
        }
        return sum
    }
}
