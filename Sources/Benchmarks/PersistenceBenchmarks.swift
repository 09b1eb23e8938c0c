import CBaseline
import CSQLite
import Domain
import Foundation
import Persistence

/// Persistence beside the same SQL in C.
struct PersistenceBenchmarks {
    private static let count = 100_000
    private let directory: String
    private let path: String
    private let baseline: String

    init(directory: String) {
        self.directory = directory
        baseline = directory + "/baseline.sqlite"
        path = directory + "/items.sqlite"
    }

    /// The later rows read what the first one inserts.
    func run(_ groups: Set<BenchmarkGroup>, report: (Measurement) -> Void) throws {
        let rows: [(BenchmarkGroup, () throws -> Measurement)] = [
            (.fetch, fetch), (.saves, saves), (.lookups, lookUps),
        ]
        guard groups.contains(.insert) || rows.contains(where: { groups.contains($0.0) }) else {
            return
        }
        report(try insert())
        for (group, measure) in rows where groups.contains(group) { report(try measure()) }
    }

    private func container(_ path: String) throws -> PersistentContainer {
        try PersistentContainer(
            model: try Household.model(), classes: Household.modelClasses,
            store: .sqlite(path: path),
            transformers: [ImageTransformer.name: ImageTransformer()])
    }

    // MARK: - Insert

    private func insert() throws -> Measurement {
        var best = (Double.infinity, Double.infinity)
        for _ in 0..<3 {
            best.1 = min(best.1, try insertRows())
            best.0 = min(best.0, try insertItems())
        }
        return .time("insert 100,000 items and save", best.0, limit: best.1, atMost: 2)
    }

    private func insertItems() throws -> Double {
        try remove(path)
        let container = try container(path)
        let time = try seconds { try insertItems(into: container) }
        try container.close()
        return time
    }

    private func insertItems(into container: PersistentContainer) throws {
        try container.write { context in
            let types = ["Furniture", "Jewelry", "Electronics"].map { label in
                let type = AssetType(context: context)
                type.label = label
                return type
            }
            for number in 1...Self.count {
                let item = Item(context: context)
                item.itemName = "Item number \(number)"
                item.serialNumber = "SN-" + String(10_000_000 + number)
                item.valueInDollars = Int32(number % 5000)
                item.orderingValue = Double(number)
                item.assetType = types[number % 3]
            }
            try context.save()
        }
    }

    private func insertRows() throws -> Double {
        try remove(baseline)
        var database: OpaquePointer?
        try BareDatabase.check(
            baseline_open(
                baseline,
                "PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                    + StoreSQL.allSQL(for: Household.model()).joined(separator: ";"), &database))
        defer { sqlite3_close(database) }
        let sql = """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZVALUEINDOLLARS, ZASSETTYPE, ZDATECREATED,
                ZORDERINGVALUE, ZITEMNAME, ZSERIALNUMBER, ZITEMKEY)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        return try seconds {
            try BareDatabase.check(baseline_insert(database, sql, Int32(Self.count)))
        }
    }

    // MARK: - Fetch

    private func fetch() throws -> Measurement {
        let container = try container(path)
        let sql = """
            SELECT Z_PK, Z_ENT, Z_OPT, ZVALUEINDOLLARS, ZASSETTYPE, ZDATECREATED, ZORDERINGVALUE,
                ZITEMNAME, ZSERIALNUMBER, ZITEMKEY, ZTHUMBNAIL FROM ZITEM
            """
        var sums = (0, Int64(0))
        let database = try BareDatabase.open(path)
        defer { sqlite3_close(database) }
        let best = try bestOf(
            7, { sums.0 &+= try container.read(readItems) },
            { try BareDatabase.check(baseline_fetch(database, sql, &sums.1)) })
        try container.close()
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time(
            "fetch 100,000 items and read every attribute", best.0, limit: best.1, atMost: 2.5)
    }

    private func readItems(_ context: ManagedObjectContext) throws -> Int {
        var sum = 0
        for item in try context.fetch(FetchRequest<Item>()) {
            sum &+= item.itemName?.utf8.count ?? 0
            sum &+= item.serialNumber?.utf8.count ?? 0
            sum &+= Int(item.valueInDollars)
            sum &+= Int(item.orderingValue)
            sum &+= Int(item.dateCreated?.timeIntervalSinceReferenceDate ?? 0)
            sum &+= Int(item.itemKey?.uuid.0 ?? 0)
            sum &+= item.thumbnail?.count ?? 0
        }
        return sum
    }

    // MARK: - Saves

    private func saves() throws -> Measurement {
        let database = try BareDatabase.open(baseline)
        defer { sqlite3_close(database) }
        let container = try container(path)
        let best = try bestOf(
            3, { try save(1_000, in: container) },
            {
                try BareDatabase.check(
                    baseline_updates(
                        database,
                        "UPDATE ZITEM SET ZVALUEINDOLLARS = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?",
                        1_000, 1_000))
            })
        try container.close()
        return .time("1,000 saves of one change", best.0, limit: best.1, atMost: 1.3)
    }

    private func save(_ count: Int, in container: PersistentContainer) throws {
        try container.write { context in
            var request = FetchRequest<Item>()
            request.fetchLimit = count
            for item in try context.fetch(request) {
                item.valueInDollars += 1
                try context.save()
            }
        }
    }

    // MARK: - Look-ups

    private func lookUps() throws -> Measurement {
        let container = try container(path)
        let sql = """
            SELECT Z_PK, Z_ENT, Z_OPT, ZVALUEINDOLLARS, ZASSETTYPE, ZDATECREATED, ZORDERINGVALUE,
                ZITEMNAME, ZSERIALNUMBER, ZITEMKEY, ZTHUMBNAIL FROM ZITEM WHERE Z_PK = ?
            """
        var sums = (0, Int64(0))
        let database = try BareDatabase.open(path)
        defer { sqlite3_close(database) }
        let best = try bestOf(
            5, { sums.0 &+= try container.read(lookUp) },
            {
                try BareDatabase.check(
                    baseline_lookups(database, sql, Int64(Self.count), 10_000, &sums.1))
            })
        try container.close()
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time("10,000 look-ups of an object by key", best.0, limit: best.1, atMost: 3)
    }

    private func lookUp(_ context: ManagedObjectContext) throws -> Int {
        var sum = 0
        for number in 0..<10_000 {
            let key = Int64(number * 7919 % Self.count + 1)
            let item = try context.existingObject(Item.self, recordNumber: key)
            sum &+= Int(item?.valueInDollars ?? 0)
        }
        return sum
    }

    // MARK: - Beneath

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
