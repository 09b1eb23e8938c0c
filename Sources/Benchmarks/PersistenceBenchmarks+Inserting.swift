import CBaseline
import CSQLite
import Domain
import Foundation
import Persistence

extension PersistenceBenchmarks {
    func insert() throws -> Measurement {
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
        let time = try seconds { try Self.insertItems(into: container) }
        try container.close()
        return time
    }

    static func insertItems(into container: PersistentContainer) throws {
        try container.write { context in
            let types = ["Furniture", "Jewelry", "Electronics"].map { label in
                let type = AssetType(context: context)
                type.label = label
                return type
            }
            for number in 1...count {
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

    /// The seconds for bare INSERTs of as many items.
    func insertRows() throws -> Double {
        try remove(baseline)
        var database: OpaquePointer?
        try BareDatabase.check(
            baseline_open(
                baseline,
                "PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                    + StoreSQL.allSQL(for: Household.model()).joined(separator: ";"), &database))
        defer { sqlite3_close(database) }
        // Every column is given, as in the store's INSERT: these have a value, the others are NULL.
        let given = [
            "Z_PK", "Z_ENT", "Z_OPT", "ZVALUEINDOLLARS", "ZASSETTYPE", "ZDATECREATED",
            "ZORDERINGVALUE", "ZITEMNAME", "ZSERIALNUMBER", "ZITEMKEY",
        ]
        let columns =
            try given + BareDatabase.columns(of: "ZITEM", database).filter { !given.contains($0) }
        let sql = """
            INSERT INTO ZITEM (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
        return try seconds {
            try BareDatabase.check(baseline_insert(database, sql, Int32(Self.count)))
        }
    }

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
