/// The conversion of a store's history to another version of its model.
///
/// Transactions, and so the tokens of their readers, stay the same.
package struct HistoryTransfer: Sendable {
    /// The conversion of an entity's changes. Changes of entities without a mapping are deleted.
    package struct EntityHistoryMapping: Sendable {
        package var source: Int
        package var destination: Int
        /// The number to add to the keys of records.
        package var keyOffset: Int64
        /// Whether the bits of changed properties keep their meaning.
        package var keepsColumns: Bool
        /// For each preserved value of the newer entity, the index of the older value; nil for none.
        package var preserved: [Int?]
        /// The number of preserved values of the older entity.
        package var formerPreservedCount: Int
    }

    package var mappings: [EntityHistoryMapping]

    /// The statements that convert the history.
    ///
    /// - Parameter table: the table of the changes.
    package func statements(for table: String = "ACHANGE") -> [String] {
        guard !mappings.isEmpty else { return ["DELETE FROM \(table)"] }
        let known = Self.list(mappings)
        return ["DELETE FROM \(table) WHERE ZENTITY NOT IN (\(known)) OR ZENTITY IS NULL"]
            + columnStatements(table) + numberStatements(table)
    }

    /// The conversion by this step and a further one.
    package func followed(by next: HistoryTransfer) -> HistoryTransfer {
        HistoryTransfer(
            mappings: mappings.compactMap { first in
                next.mappings.first { $0.source == first.destination }.map { second in
                    EntityHistoryMapping(
                        source: first.source, destination: second.destination,
                        keyOffset: first.keyOffset + second.keyOffset,
                        keepsColumns: first.keepsColumns && second.keepsColumns,
                        preserved: second.preserved.map { index in
                            index.flatMap { $0 < first.preserved.count ? first.preserved[$0] : nil }
                        }, formerPreservedCount: first.formerPreservedCount)
                }
            })
    }

    /// The statements that move the preserved values of deleted records to the columns of their
    /// attributes, for a converted history.
    ///
    /// - Parameters:
    ///   - table: the table of the changes.
    ///   - columns: its columns for preserved values.
    ///   - keeps: whether an older value has the encoding of a newer one, by their indexes.
    package func preservedStatements(
        for table: String = "ACHANGE", _ columns: [String],
        keeps: (_ mapping: EntityHistoryMapping, _ former: Int, _ index: Int) -> Bool = { _, _, _ in
            true
        }
    ) -> [String] {
        mappings.compactMap { mapping in
            let assignments = columns.enumerated().compactMap { index, column -> String? in
                let former = index < mapping.preserved.count ? mapping.preserved[index] : nil
                guard let former, former < columns.count, keeps(mapping, former, index) else {
                    return index < mapping.formerPreservedCount ? "\(column) = NULL" : nil
                }
                return former == index ? nil : "\(column) = \(columns[former])"
            }
            guard !assignments.isEmpty else { return nil }
            return "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                + "WHERE ZENTITY = \(mapping.destination) "
                + "AND ZCHANGETYPE = \(PersistentHistoryChange.ChangeType.delete.rawValue)"
        }
    }

    /// Clears the changed properties where their bits would mean others.
    private func columnStatements(_ table: String) -> [String] {
        let changed = mappings.filter { !$0.keepsColumns }
        guard !changed.isEmpty else { return [] }
        return [
            "UPDATE \(table) SET ZCOLUMNS = NULL "
                + "WHERE ZENTITY IN (\(Self.list(changed))) AND ZCOLUMNS IS NOT NULL"
        ]
    }

    /// Renumbers entities and records in one statement, because a new number may be another
    /// entity's old one.
    private func numberStatements(_ table: String) -> [String] {
        let moved = mappings.filter { $0.source != $0.destination || $0.keyOffset != 0 }
        guard !moved.isEmpty else { return [] }
        let numbers = moved.map { "WHEN \($0.source) THEN \($0.destination)" }
        let offsets = moved.map { "WHEN \($0.source) THEN \($0.keyOffset)" }
        return [
            "UPDATE \(table) SET "
                + "ZENTITYPK = ZENTITYPK + CASE ZENTITY \(offsets.joined(separator: " ")) END, "
                + "ZENTITY = CASE ZENTITY \(numbers.joined(separator: " ")) END "
                + "WHERE ZENTITY IN (\(Self.list(moved)))"
        ]
    }

    private static func list(_ mappings: [EntityHistoryMapping]) -> String {
        mappings.map { String($0.source) }.joined(separator: ", ")
    }
}

/// A part of a migration, as it concerns the history.
package enum HistoryStep: Sendable {
    /// The changes are converted.
    case converted(HistoryTransfer)
    /// The history starts over, because records may have other keys.
    case restarted
    /// A handler has saved changes, which only the store itself records.
    case saved
}
