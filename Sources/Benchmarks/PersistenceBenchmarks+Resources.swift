import CBaseline
import CMalloc
import CSQLite
import Foundation
import Persistence

extension PersistenceBenchmarks {
    /// The memory of an object beyond the bytes of its values: for the object, its row and its
    /// entry in the context. The caller owns the array of results.
    func measureObjects() throws -> Measurement {
        let container = try container(path)
        let (bytes, data) = try container.read { context in
            // The first read fills SQLite's page cache.
            _ = try context.fetch(FetchRequest<MeasuredItem>()).count
            let before = cmalloc_bytes_in_use()
            let items = try context.fetch(FetchRequest<MeasuredItem>())
            let results = items.capacity * MemoryLayout<MeasuredItem>.stride
            let bytes = cmalloc_bytes_in_use() - before - results
            return (Double(bytes), Double(items.reduce(0) { $0 + Self.dataSize($1) }))
        }
        try container.close()
        return .amount(
            "memory of a registered object above its data",
            (bytes - data) / Double(Self.count), "B", atMost: 200)
    }

    /// The bytes of an item's values: 8 for numbers, dates and references; texts and data as they
    /// are.
    private static func dataSize(_ item: MeasuredItem) -> Int {
        let numbers = 6 * 8
        let texts = (item.itemName?.utf8.count ?? 0) + (item.serialNumber?.utf8.count ?? 0)
        return numbers + texts + 16 + (item.assetType == nil ? 0 : 8)
    }

    /// The time until a store of a million rows first answers.
    func open() throws -> Measurement {
        let path = directory + "/million.sqlite"
        let container = try container(path)
        for first in stride(from: 1, to: 1_000_000, by: Self.count) {
            try Self.insertItems(first..<first + Self.count, into: container)
        }
        try container.close()
        var best = Double.infinity
        for _ in 0..<5 {
            best = min(best, try seconds { try openOnce(path) })
        }
        return .amount("open a store with 1,000,000 rows", best * 1000, "ms", atMost: 20)
    }

    private func openOnce(_ path: String) throws {
        let container = try container(path)
        let item = try container.read {
            try $0.existingObject(MeasuredItem.self, recordNumber: 500_000)
        }
        precondition(item != nil)
        try container.close()
    }
}
