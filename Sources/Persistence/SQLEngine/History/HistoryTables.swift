import ObjectModel

/// The tables of a store's history, which have Core Data's names and columns.
package struct HistoryTables: Sendable, Hashable {
    /// The numbers of the entities that history is made of.
    package enum Number {
        package static let change = 16001
        package static let transaction = 16002
        static let string = 16003
    }

    /// The columns for preserved values that the store has.
    package let tombstoneColumns: [String]
    /// Whether the store has a column for annotations, which Core Data's stores do not.
    package internal(set) var hasAnnotations: Bool

    /// - Parameter tombstoneColumns: the columns that the store has; others are passed over.
    package init(tombstoneColumns columns: Set<String>, hasAnnotations: Bool) {
        tombstoneColumns = (0..<columns.count).map(Self.tombstone).filter(columns.contains)
        self.hasAnnotations = hasAnnotations
    }

    /// - Parameter count: the number of values that are preserved.
    package init(tombstoneCount count: Int, hasAnnotations: Bool) {
        tombstoneColumns = (0..<count).map(Self.tombstone)
        self.hasAnnotations = hasAnnotations
    }

    /// The column for annotations.
    package static let annotation = "ZANNOTATION"

    private static func tombstone(_ number: Int) -> String { "ZTOMBSTONE\(number)" }

    /// The query for the number of the last transaction, forgotten ones included.
    package static let lastNumberStatement =
        "SELECT COALESCE(MAX(last.number), 0) FROM (SELECT MAX(Z_PK) AS number FROM ATRANSACTION "
        + "UNION ALL SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(Number.transaction)) AS last"
}

extension EntityLayout {
    /// The attributes whose values history preserves when a record is deleted, by name.
    package var preservedSlots: [PropertySlot] {
        slots.filter { $0.attribute?.preservesValueInHistoryOnDeletion == true && !$0.isTransient }
            .sorted { $0.name < $1.name }
    }
}

extension ModelLayout {
    /// The greatest number of values that history preserves of a record.
    package var preservedCount: Int { entities.map(\.preservedSlots.count).max() ?? 0 }
}

/// The bits in which history tells which properties an update wrote: the first property of the entity
/// by name is the most significant bit of the first byte.
struct ColumnMask: Sendable {
    /// The properties that have a bit, in its order.
    private let names: [String]
    private let positions: [String: Int]

    init(_ entity: EntityLayout) {
        names = entity.slots.filter { !$0.isTransient }.map(\.name).sorted()
        positions = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }

    /// The bytes for some properties.
    func bytes(of changed: some Sequence<String>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (names.count + 7) / 8)
        for name in changed {
            guard let position = positions[name] else { continue }
            bytes[position / 8] |= 0x80 >> (position % 8)
        }
        return bytes
    }

    /// The properties that bytes name; nil if they name one that is not there.
    func names(in bytes: [UInt8]) -> Set<String>? {
        var result: Set<String> = []
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & (0x80 >> bit) != 0 {
                let position = index * 8 + bit
                guard names.indices.contains(position) else { return nil }
                result.insert(names[position])
            }
        }
        return result
    }
}
