import ObjectModel

/// The tables of a store's history, which have Core Data's names and columns.
package struct HistoryTables: Sendable, Hashable {
    /// The numbers of the entities that history is made of.
    package enum Number {
        package static let change = 16001
        package static let transaction = 16002
        static let string = 16003
    }

    package let tombstoneColumns: [String]
    /// Core Data's stores have no column for annotations.
    package internal(set) var hasAnnotations: Bool

    /// - Parameter columns: the columns of ACHANGE; unknown ones are ignored.
    package init(changeColumns columns: Set<String>) {
        tombstoneColumns = (0..<columns.count).map(Self.tombstone).filter(columns.contains)
        hasAnnotations = columns.contains(Self.annotation)
    }

    package init(tombstoneCount count: Int, hasAnnotations: Bool) {
        tombstoneColumns = (0..<count).map(Self.tombstone)
        self.hasAnnotations = hasAnnotations
    }

    /// The columns for preserved values that the table still needs for a model.
    package func missingTombstoneColumns(for layout: ModelLayout) -> [String] {
        let count = tombstoneColumns.count
        return (count..<max(count, layout.preservedCount)).map(Self.tombstone)
    }

    package static let annotation = "ZANNOTATION"

    private static func tombstone(_ number: Int) -> String { "ZTOMBSTONE\(number)" }

    /// Selects the number of the last transaction, even if its history is deleted.
    package static let lastNumberStatement =
        "SELECT COALESCE(MAX(last.number), 0) FROM (SELECT MAX(Z_PK) AS number FROM ATRANSACTION "
        + "UNION ALL SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(Number.transaction)) AS last"
}

extension EntityLayout {
    /// The attributes whose values history preserves of a deleted record, by name.
    package var preservedSlots: [PropertySlot] {
        slots.filter { $0.attribute?.preservesValueInHistoryOnDeletion == true && !$0.isTransient }
            .sorted { $0.name < $1.name }
    }
}

extension ModelLayout {
    package var preservedCount: Int { entities.map(\.preservedSlots.count).max() ?? 0 }
}

/// The bits that say which properties an update changed: the first property by name is the most
/// significant bit of the first byte.
struct ColumnMask: Sendable {
    /// The properties that have a bit, in its order.
    private let names: [String]
    private let positions: [String: Int]

    init(_ entity: EntityLayout) {
        names = entity.slots.filter { !$0.isTransient }.map(\.name).sorted()
        positions = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }

    func bytes(of changed: some Sequence<String>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (names.count + 7) / 8)
        for name in changed {
            guard let position = positions[name] else { continue }
            bytes[position / 8] |= 0x80 >> (position % 8)
        }
        return bytes
    }

    /// The properties of a mask; nil if the mask has a bit for an unknown property.
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
