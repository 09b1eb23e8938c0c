import Foundation
import ObjectModel

extension MemoryState {
    struct DerivedValueKey: Hashable {
        var entityNumber: Int
        var key: Int64
        var slot: Int
    }

    /// Derivations may depend on each other, even in a circle.
    private static var maximumDepth: Int { 8 }

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
        guard !layout.derivations.isEmpty, depth < Self.maximumDepth else { return [:] }
        var changes: [DerivedValueKey: AttributeValue] = [:]
        for derivation in layout.derivations {
            var keys = Set(affected(by: derivation, old, new, of: entity, key: key))
            let isOwner = entity.isKind(of: layout.entity(derivation.entityNumber))
            if new != nil, isOwner, concernsOwner(derivation, isNew: old == nil, depth: depth) {
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
            guard let number = derivation.relationship, owner.slots[number].name == slot.name,
                owner.slots[number].declaringEntityNumber == slot.declaringEntityNumber
            else { continue }
            try derive(derivation, of: key, depth: 0, into: &changes)
        }
        return changes
    }

    /// Whether a change of the record may change its own derived value.
    private func concernsOwner(_ derivation: Derivation, isNew: Bool, depth: Int) -> Bool {
        switch derivation.source {
        // A change that only another derivation made does not count as a change.
        case .now: isNew || depth == 0
        case .value: true
        case .collection: isNew
        }
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
        guard let record = record(of: owner, key: key) else { return }
        let value = try value(of: derivation, record.row, key: key)
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

    private func value(
        of derivation: Derivation, _ row: RowSnapshot, key: Int64
    ) throws -> AttributeValue {
        let owner = layout.entity(derivation.entityNumber)
        switch derivation.source {
        case .now:
            return AttributeValue(moment: .now, of: owner.slots[derivation.slot].attribute)
        case .value(let form, let relationship, let attribute):
            var source: RowSnapshot? = row
            if let relationship {
                guard case .object(let id) = row[relationship] else { return .null }
                let destination = layout.entity(owner.slots[relationship].destinationNumber)
                source = record(of: destination, key: id.key)?.row
            }
            let value = source?[attribute] ?? .null
            guard let form, case .string(let text) = value else { return value }
            return .string(form.applied(to: text))
        case .collection(let op, let relationship, let attribute):
            let slot = owner.slots[relationship]
            let members = destinations(of: slot, key: key)
            guard let attribute else { return .integer(Int64(members.count)) }
            let destination = layout.entity(slot.destinationNumber)
            let values = members.compactMap {
                self.record(of: destination, key: $0.key)?.row[attribute]
            }.filter { !$0.isNull }
            if op == .count { return .integer(Int64(values.count)) }
            let value = try CollectionArithmetic.value(of: op, values, at: nil)
            return owner.slots[derivation.slot].attribute.map { value.asStored(in: $0) } ?? value
        }
    }
}
