import ObjectModel
import Persistence

extension SQLSchema {
    /// The statements that make the server see to it that no record leads to one that is not there.
    ///
    /// They are checked when a transaction ends. A relationship without an inverse, or whose inverse
    /// does nothing when its record is deleted, may lead nowhere, and gets none.
    var foreignKeyStatements: [String] {
        layout.entities.flatMap { entity in
            entity.slots.filter { $0.declaringEntityNumber == entity.number }
                .flatMap { statements($0, of: entity) }
        }
    }

    private func statements(_ slot: PropertySlot, of entity: EntityLayout) -> [String] {
        guard slot.relationship != nil, !slot.isTransient, let number = slot.inverseSlot else {
            return []
        }
        let destination = layout.entity(slot.destinationNumber)
        let inverse = destination.slots[number]
        if slot.isToOne {
            guard inverse.relationship?.deleteRule != .noAction, !inverse.isTransient,
                let column = self[entity].columns[slot.number]
            else { return [] }
            return [foreignKey(self[entity].table, column, self[destination].table)]
        }
        // Each end of a join table names its own column.
        guard let join = self[entity].joins[slot.number] else { return [] }
        return [foreignKey(join.table, join.sourceColumn, self[entity].table)]
            + (join.isSymmetric
                ? [foreignKey(join.table, join.destinationColumn, self[entity].table)] : [])
    }

    private func foreignKey(_ table: String, _ column: String, _ destination: String) -> String {
        "ALTER TABLE \(table) ADD FOREIGN KEY (\(column)) REFERENCES \(destination) "
            + "DEFERRABLE INITIALLY DEFERRED"
    }
}
