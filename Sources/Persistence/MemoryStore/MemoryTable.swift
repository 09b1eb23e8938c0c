/// A record in memory.
struct MemoryRecord: Sendable {
    /// The number of the record's concrete entity.
    let entityNumber: Int
    let row: RowSnapshot
}

/// The records of a root entity and of all that inherit from it, by key.
///
/// They are kept in pages: a change of a copy copies a page, not the table.
struct MemoryTable: Sendable {
    private struct Page: Sendable {
        var records: [MemoryRecord?] = []
        var count = 0
    }

    private static let pageSize: Int64 = 256
    private var pages: [Page] = []
    /// The greatest key that was ever used.
    private(set) var lastKey: Int64 = 0

    /// Reserves keys, and returns the first.
    mutating func allocateKeys(_ count: Int) -> Int64 {
        let first = lastKey + 1
        reserveKeys(through: lastKey + Int64(count))
        return first
    }

    /// Reserves all keys up to one.
    mutating func reserveKeys(through key: Int64) {
        lastKey = max(lastKey, key)
        let pageCount = Int(lastKey / Self.pageSize) + 1
        while pages.count < pageCount { pages.append(Page()) }
    }

    /// The record of a key; nil if there is none. Only keys that were allocated can be set.
    subscript(key: Int64) -> MemoryRecord? {
        get {
            guard key > 0, key <= lastKey else { return nil }
            let page = pages[Int(key / Self.pageSize)].records
            return page.isEmpty ? nil : page[Int(key % Self.pageSize)]
        }
        set {
            guard key > 0, key <= lastKey else { return }
            let (page, position) = (Int(key / Self.pageSize), Int(key % Self.pageSize))
            if pages[page].records.isEmpty {
                guard newValue != nil else { return }
                pages[page].records = Array(repeating: nil, count: Int(Self.pageSize))
            }
            let wasThere = pages[page].records[position] != nil
            pages[page].records[position] = newValue
            pages[page].count += (newValue != nil ? 1 : 0) - (wasThere ? 1 : 0)
            if pages[page].count == 0 { pages[page].records = [] }
        }
    }

    /// Calls a closure with each record in the order of keys, until it returns false.
    func visit(_ body: (Int64, MemoryRecord) throws -> Bool) rethrows {
        for (number, page) in pages.enumerated() {
            for (position, record) in page.records.enumerated() {
                guard let record else { continue }
                let key = Int64(number) * Self.pageSize + Int64(position)
                guard try body(key, record) else { return }
            }
        }
    }
}
