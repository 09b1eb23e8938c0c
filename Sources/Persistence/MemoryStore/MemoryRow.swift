/// One state of a store in memory, with what its rows need to name each other.
final class MemoryView {
    let state: MemoryState
    let homes: StoreHomes

    init(_ state: MemoryState, homes: StoreHomes) {
        self.state = state
        self.homes = homes
    }

    func row(_ reference: StoreReference) -> MemoryRow {
        let entity = state.layout.entity(reference.entityNumber)
        return MemoryRow(
            reference.key, state.record(of: entity, key: reference.key), entity: entity, in: self)
    }
}

/// A record of a store in memory, as contexts and predicates see it.
final class MemoryRow: StoreRow, PredicateSubject {
    let key: Int64
    private let record: MemoryRecord?
    private let entity: EntityLayout
    private let view: MemoryView

    /// - Parameters:
    ///   - record: the record; nil for one that is referred to and is not there.
    ///   - entity: the record's concrete entity.
    init(_ key: Int64, _ record: MemoryRecord?, entity: EntityLayout, in view: MemoryView) {
        self.key = key
        self.record = record
        self.entity = entity
        self.view = view
    }

    var entityNumber: Int { entity.number }
    var version: Int64 { record?.row.version ?? 0 }

    /// A copy: contexts write into rows when an object awakes.
    func snapshot() -> RowSnapshot {
        record?.row.copy() ?? RowSnapshot(count: entity.valueCount, version: 0)
    }

    var predicateObjectID: ManagedObjectID? {
        view.homes.objectID(entityNumber: entity.number, key: key)
    }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = entity.slot(named: key) else {
            if key == "entity" { return record == nil ? .null : .value(.string(entity.name)) }
            if key == IndexedText.key {
                return entity.indexedText { record?.row[$0] ?? .null }
            }
            throw entity.unknownProperty(key)
        }
        guard let record else { return slot.isToMany ? .collection([]) : .null }
        if slot.isToMany {
            return .collection(
                view.state.destinations(of: slot, key: self.key).map { .subject(view.row($0)) })
        }
        let value = entity.attributeValue(slot.number) { record.row[$0] }
        guard case .object(let id) = value, slot.isToOne else { return .value(value) }
        return .subject(
            view.row(StoreReference(entityNumber: id.home.layout.number, key: id.key)))
    }

    func predicateKeyCount(at keys: ArraySlice<String>) -> Int { entity.keyCount(at: keys) }
}
