/// What becomes of the changes that a history tells when a store gets another version of its model.
///
/// Transactions stay as they are, and with them the tokens of whoever follows.
package struct HistoryTransfer {
    /// What becomes of the changes of an entity. Those of entities without an heir go.
    package struct Heir {
        /// The number of the entity in the older version.
        package var source: Int
        /// The number of the entity in the newer version.
        package var destination: Int
        /// What is added to the keys of records.
        package var keyOffset: Int64
        /// Whether the bits of changed properties stand for the same ones.
        package var keepsColumns: Bool
    }

    /// The heirs of the older version's entities.
    package var heirs: [Heir]

    /// The statements that change what the history tells.
    ///
    /// - Parameter table: the table of the changes.
    package func statements(for table: String = "ACHANGE") -> [String] {
        guard !heirs.isEmpty else { return ["DELETE FROM \(table)"] }
        let known = Self.list(heirs)
        return ["DELETE FROM \(table) WHERE ZENTITY NOT IN (\(known)) OR ZENTITY IS NULL"]
            + columnStatements(table) + numberStatements(table)
    }

    /// Forgets which properties were changed where their bits would stand for others.
    private func columnStatements(_ table: String) -> [String] {
        let changed = heirs.filter { !$0.keepsColumns }
        guard !changed.isEmpty else { return [] }
        return [
            "UPDATE \(table) SET ZCOLUMNS = NULL "
                + "WHERE ZENTITY IN (\(Self.list(changed))) AND ZCOLUMNS IS NOT NULL"
        ]
    }

    /// Gives entities and records their newer numbers, in one statement: a newer number may be another
    /// entity's older one.
    private func numberStatements(_ table: String) -> [String] {
        let moved = heirs.filter { $0.source != $0.destination || $0.keyOffset != 0 }
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

    private static func list(_ heirs: [Heir]) -> String {
        heirs.map { String($0.source) }.joined(separator: ", ")
    }
}
