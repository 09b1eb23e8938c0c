import Persistence

/// Which records an import has made and changed, in all its parts.
struct ImportExtent {
    private var made: [String: NumberRanges] = [:]
    private var changed: [String: NumberRanges] = [:]

    /// That of an import that was saved at once.
    init(_ record: ImportRecord) {
        for entry in record.made {
            made[entry.entity, default: NumberRanges([])].add(entry.numbers)
        }
        add(record.changed)
    }

    /// That of an import that was saved in parts.
    ///
    /// - Throws: errors of the file system.
    init(_ parts: ImportParts) throws {
        for index in 0..<parts.count {
            let part = try parts.part(at: index)
            for entry in part.made {
                made[entry.entity, default: NumberRanges([])].add(entry.numbers)
            }
            add(part.changed)
        }
    }

    private mutating func add(_ entries: [ChangedRecord]) {
        for (entity, entries) in Dictionary(grouping: entries, by: \.entity) {
            changed[entity, default: NumberRanges([])].add(NumberRanges(entries.map(\.number)))
        }
    }

    /// How many records of each entity were made.
    var madeCounts: [String: Int] { made.mapValues(\.count) }

    /// Whether it made a record.
    func hasMade(_ id: ManagedObjectID) -> Bool { Self.has(id, made) }

    /// Whether it changed a record.
    func hasChanged(_ id: ManagedObjectID) -> Bool { Self.has(id, changed) }

    private static func has(_ id: ManagedObjectID, _ ranges: [String: NumberRanges]) -> Bool {
        guard let number = id.recordNumber else { return false }
        return ranges[id.entityName]?.contains(number) ?? false
    }
}
