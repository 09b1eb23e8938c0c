import Foundation
import ObjectModel

extension MemoryState {
    struct DerivedValueKey: Hashable {
        var entityNumber: Int
        var key: Int64
        var slot: Int
    }

    /// Updates the derived attributes that depend on a record.
    ///
    /// - Parameters:
    ///   - old: its old values; nil for a new record.
    ///   - new: its new values; nil for a deleted one.
    /// - Returns: the values that changed.
    mutating func derive(
        after old: RowSnapshot?, _ new: RowSnapshot?, of entity: EntityLayout, key: Int64,
        depth: Int = 0
    ) throws -> [DerivedValueKey: AttributeValue] {
        guard !layout.derivations.isEmpty, depth < Derivation.maximumDepth else { return [:] }
        var changes: [DerivedValueKey: AttributeValue] = [:]
        for derivation in layout.derivations {
            var keys = Set(affected(by: derivation, old, new, of: entity, key: key))
            let isOwner = entity.isKind(of: layout.entity(derivation.entityNumber))
            if new != nil, isOwner, derivation.concernsOwner(isNew: old == nil, depth: depth) {
                keys.insert(key)
            }
            for key in keys.sorted() {
                try derive(derivation, of: key, depth: depth, into: &changes)
            }
        }
        return changes
    }

    /// Updates the derived attributes of a record with a changed many-to-many relationship.
    mutating func derive(
        afterChangeOf slot: PropertySlot, key: Int64
    ) throws -> [DerivedValueKey: AttributeValue] {
        var changes: [DerivedValueKey: AttributeValue] = [:]
        for derivation in layout.derivations where derivation.relationship != nil {
            let owner = layout.entity(derivation.entityNumber)
            guard let number = derivation.relationship, owner.slots[number].isSame(as: slot)
            else { continue }
            try derive(derivation, of: key, depth: 0, into: &changes)
        }
        return changes
    }

    /// The keys of the records whose derived attribute follows a relationship to a record.
    private func affected(
        by derivation: Derivation, _ old: RowSnapshot?, _ new: RowSnapshot?,
        of entity: EntityLayout,
        key: Int64
    ) -> [Int64] {
        guard let number = derivation.relationship else { return [] }
        let slot = layout.entity(derivation.entityNumber).slots[number]
        guard entity.isKind(of: layout.entity(slot.destinationNumber)) else { return [] }
        if !slot.isToMany { return sources(of: slot, to: key) }
        if slot.hasJoinTable { return new == nil ? [] : sources(of: slot, to: key) }
        guard let inverse = slot.inverseSlot else { return [] }
        return [old, new].compactMap { row in
            if case .object(let id) = row?[inverse] { id.key } else { nil }
        }
    }

    private mutating func derive(
        _ derivation: Derivation, of key: Int64, depth: Int,
        into changes: inout [DerivedValueKey: AttributeValue]
    ) throws {
        let owner = layout.entity(derivation.entityNumber)
        guard let record = record(of: owner, key: key),
            let attribute = owner.slots[derivation.slot].attribute
        else { return }
        let value = try derivation.value(
            of: sources(of: derivation, record.row, key: key), in: attribute, now: .now)
        guard value != record.row[derivation.slot] else { return }
        let row = record.row.copy()
        row[derivation.slot] = value
        let entity = layout.entity(record.entityNumber)
        try set(MemoryRecord(entityNumber: entity.number, row: row), of: entity, key: key)
        let valueKey = DerivedValueKey(
            entityNumber: entity.number, key: key, slot: derivation.slot)
        changes[valueKey] = value
        changes.merge(
            try derive(after: record.row, row, of: entity, key: key, depth: depth + 1)
        ) { $1 }
    }

    private func sources(
        of derivation: Derivation, _ row: RowSnapshot, key: Int64
    ) -> [AttributeValue] {
        let slots = layout.entity(derivation.entityNumber).slots
        switch derivation.source {
        case .now: return []
        case .value(_, nil, let attribute): return [row[attribute]]
        case .value(_, .some(let relationship), let attribute):
            guard case .object(let id) = row[relationship] else { return [] }
            let destination = layout.entity(slots[relationship].destinationNumber)
            return record(of: destination, key: id.key).map { [$0.row[attribute]] } ?? []
        case .collection(_, let relationship, let attribute):
            let slot = slots[relationship]
            let destination = layout.entity(slot.destinationNumber)
            return destinations(of: slot, key: key).compactMap { member in
                guard let attribute else { return .integer(member.key) }
                return self.record(of: destination, key: member.key)?.row[attribute]
            }
        }
    }
}
