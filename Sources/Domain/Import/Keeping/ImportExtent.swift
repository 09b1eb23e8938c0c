import Persistence

/// Which records an import has made and changed, in all its parts.
struct ImportExtent {
    private let made: [String: NumberRanges]
    private let changed: [String: NumberRanges]
    /// The changed records by entity and key, `Item.location`.
    private let changedKeys: [String: NumberRanges]
    /// The record numbers of the customers in it, and of those whose cards are.
    let customers: NumberRanges

    /// That of an import that was saved at once.
    init(_ record: ImportRecord) {
        var numbers = Numbers()
        numbers.add(record.made, record.changed, record.customers)
        self.init(numbers)
    }

    /// That of an import that was saved in parts.
    ///
    /// - Throws: errors of the file system.
    init(_ parts: ImportParts) throws {
        var numbers = Numbers()
        for index in 0..<parts.count {
            let part = try parts.part(at: index)
            numbers.add(part.made, part.changed, part.cardOwners ?? [])
        }
        self.init(numbers)
    }

    private init(_ numbers: Numbers) {
        made = numbers.made.mapValues { NumberRanges($0) }
        changed = numbers.changed.mapValues { NumberRanges($0) }
        changedKeys = numbers.changedKeys.mapValues { NumberRanges($0) }
        customers = NumberRanges(
            numbers.cardOwners + (numbers.made["Customer"] ?? [])
                + (numbers.changed["Customer"] ?? []))
    }

    /// The record numbers by entity, in any order.
    private struct Numbers {
        var made: [String: [Int64]] = [:]
        var changed: [String: [Int64]] = [:]
        var changedKeys: [String: [Int64]] = [:]
        var cardOwners: [Int64] = []

        mutating func add(
            _ records: [MadeRecords], _ entries: [ChangedRecord], _ owners: [Int64]
        ) {
            cardOwners += owners
            for record in records { made[record.entity, default: []] += record.numbers.numbers }
            for entry in entries {
                changed[entry.entity, default: []].append(entry.number)
                for key in entry.new.keys {
                    changedKeys["\(entry.entity).\(key)", default: []].append(entry.number)
                }
            }
        }
    }

    /// How many records of each entity were made.
    var madeCounts: [String: Int] { made.mapValues(\.count) }

    /// Whether it made a record.
    func hasMade(_ id: ManagedObjectID) -> Bool { Self.has(id, made[id.entityName]) }

    /// Whether it changed a record.
    func hasChanged(_ id: ManagedObjectID) -> Bool { Self.has(id, changed[id.entityName]) }

    /// Whether it changed what a record has under a key.
    func hasChanged(_ id: ManagedObjectID, _ key: String) -> Bool {
        Self.has(id, changedKeys["\(id.entityName).\(key)"])
    }

    private static func has(_ id: ManagedObjectID, _ numbers: NumberRanges?) -> Bool {
        guard let number = id.recordNumber else { return false }
        return numbers?.contains(number) ?? false
    }
}
