import CBaseline
import CSQLite
import Foundation
import ObjectModel
import Persistence

extension PersistenceBenchmarks {
    func insert() throws -> Measurement {
        var best = (Double.infinity, Double.infinity)
        for _ in 0..<3 {
            best.1 = min(best.1, try insertRows(model: Self.model()))
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

    static func insertItems(
        _ numbers: Range<Int> = 1..<count + 1, into container: PersistentContainer
    ) throws {
        try container.write { context in
            let types = ["Furniture", "Jewelry", "Electronics"].map { label in
                let type = MeasuredType(context: context)
                type.label = label
                return type
            }
            let date = Date()
            for number in numbers {
                let item = MeasuredItem(context: context)
                item.itemName = "Item number \(number)"
                item.serialNumber = "SN-" + String(10_000_000 + number)
                item.dateCreated = date
                item.itemKey = key(number)
                item.valueInDollars = Int32(number % 5000)
                item.orderingValue = Double(number)
                item.assetType = types[number % 3]
            }
            try context.save()
        }
    }

    /// A key as in the baseline: without random bytes.
    static func key(_ number: Int) -> UUID {
        var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)).uuid
        withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: number, as: Int.self) }
        return UUID(uuid: bytes)
    }

    /// The seconds for bare INSERTs of as many items, into the tables of a model.
    ///
    /// - Parameter further: statements after them. Default: none.
    func insertRows(model: ManagedObjectModel, then further: String = "") throws -> Double {
        try remove(baseline)
        var database: OpaquePointer?
        try BareDatabase.check(
            baseline_open(
                baseline,
                "PRAGMA auto_vacuum = 2;" + BareDatabase.settings
                    + StoreSQL.allSQL(for: model).joined(separator: ";"), &database))
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
            try BareDatabase.check(sqlite3_exec(database, further, nil, nil, nil))
        }
    }

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
