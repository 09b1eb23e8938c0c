import Foundation
import Persistence

/// The records that all parts of an import made and changed.
struct ImportExtent {
    private let made: [String: NumberRanges]
    // Rows that belong together are in one part, so no part changes what an earlier one made. The parts of
    // imports by former versions of the program do.

    /// The number of changes to each made record, by entity and record number.
    private let changesOfMade: [String: [Int64: Int64]]
    /// The changed records by entity and key, `Item.location`.
    private let changedKeys: [String: NumberRanges]

    private let upgrades = Upgrades()

    /// - Throws: errors of the store and of the decoder.
    init(of id: String, in household: Household) throws {
        var made: [String: [Int64]] = [:]
        var changed: [String: [Int64: Int64]] = [:]
        var changedKeys: [String: [Int64]] = [:]
        for index in 0..<(try household.partCount(of: id)) {
            let part = try household.part(at: index, of: id)
            for record in part.made { made[record.entity, default: []] += record.numbers.numbers }
            for entry in part.changed {
                changed[entry.entity, default: [:]][entry.number, default: 0] += 1
                for key in entry.new.keys {
                    changedKeys["\(entry.entity).\(key)", default: []].append(entry.number)
                }
            }
        }
        self.made = made.mapValues { NumberRanges($0) }
        self.changedKeys = changedKeys.mapValues { NumberRanges($0) }
        // Kept of made records only, since there may be many others.
        changesOfMade = changed.reduce(into: [:]) { counts, entry in
            let made = Set(made[entry.key] ?? [])
            counts[entry.key] = entry.value.filter { made.contains($0.key) }
        }
    }

    func hasMade(_ id: ManagedObjectID) -> Bool { Self.has(id, made[id.entityName]) }

    /// Whether a made record still has the version in which the import left it: each part, each
    /// upgrade of the program and each other change raises the version by one.
    ///
    /// - Throws: errors of the store.
    func isAsLeft(_ object: ManagedObject) throws -> Bool {
        let (entity, number) = (object.objectID.entityName, object.savedNumber)
        let changes = changesOfMade[entity]?[number] ?? 0
        let version = (object as? Customer)?.version ?? object.rowVersion
        let known = CreatedRecords.firstVersion + changes
        return try version == known || version == known + upgrades.count(of: object)
    }

    /// Whether a record is later than the first of its entity that the import made; true if it made
    /// none.
    func isLater(_ id: ManagedObjectID) -> Bool {
        guard let first = made[id.entityName]?.first, let number = id.recordNumber else {
            return true
        }
        return number > first
    }

    func hasChanged(_ id: ManagedObjectID, _ key: String) -> Bool {
        Self.has(id, changedKeys["\(id.entityName).\(key)"])
    }

    private static func has(_ id: ManagedObjectID, _ numbers: NumberRanges?) -> Bool {
        guard let number = id.recordNumber else { return false }
        return numbers?.contains(number) ?? false
    }
}

/// The number of changes to records by upgrades of the program, from the history, which is read
/// only if a record seems to be changed.
private final class Upgrades {
    private var counts: [ManagedObjectID: Int64]?

    /// - Throws: errors of the store.
    func count(of object: ManagedObject) throws -> Int64 {
        if counts == nil, let context = object.managedObjectContext {
            counts = try Self.counts(in: context)
        }
        return counts?[object.objectID] ?? 0
    }

    private static func counts(in context: ManagedObjectContext) throws -> [ManagedObjectID: Int64]
    {
        // A store keeps no history until people sign in.
        guard try context.lastTransactionNumber != nil else { return [:] }
        var request = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        request.transactionPredicate = .key("author") == Author.upgrade
        var counts: [ManagedObjectID: Int64] = [:]
        for change in try context.fetchHistory(request).lazy.flatMap(\.changes)
        where change.changeType == .update { counts[change.changedObjectID, default: 0] += 1 }
        return counts
    }
}
