/// A record of a store as predicates see it. Values and destinations are read when they are asked
/// for.
package final class StoreRecordSubject: PredicateSubject {
    private let session: any StoreSession
    private let homes: StoreHomes
    private let entityNumber: Int
    private let key: Int64
    private var row: RowSnapshot?
    /// The numbers of the values that were read; nil for all.
    private var slots: Set<Int>?

    /// - Parameters:
    ///   - row: the record's values, if they were read already.
    ///   - slots: the numbers of those that were; nil, the default, for all.
    package init(
        in session: any StoreSession, homes: StoreHomes, entityNumber: Int, key: Int64,
        row: RowSnapshot? = nil, slots: Set<Int>? = nil
    ) {
        self.session = session
        self.homes = homes
        self.entityNumber = entityNumber
        self.key = key
        self.row = row
        self.slots = slots
    }

    private var entity: EntityLayout { homes.homes[entityNumber - 1].layout }

    package var predicateObjectID: ManagedObjectID? {
        homes.objectID(entityNumber: entityNumber, key: key)
    }

    package func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = entity.slot(named: key) else {
            if key == "entity" { return .value(.string(entity.name)) }
            if key == IndexedText.key {
                return try entity.indexedText { try values(with: $0)[$0] }
            }
            throw entity.unknownProperty(key)
        }
        if slot.isToMany {
            return .collection(
                try session.destinations(of: slot, from: entity, key: self.key).map {
                    .subject(record(entityNumber: $0.entityNumber, key: $0.key))
                })
        }
        let value = try entity.attributeValue(slot.number) { try values(with: $0)[$0] }
        switch value {
        case .object(let id):
            return .subject(record(entityNumber: id.home.layout.number, key: id.key))
        case .deferred:
            return .value(try session.value(of: slot, entity: entity, key: self.key))
        default:
            return .value(value)
        }
    }

    package func predicateKeyCount(at keys: ArraySlice<String>) -> Int { entity.keyCount(at: keys) }

    private func record(entityNumber: Int, key: Int64) -> StoreRecordSubject {
        StoreRecordSubject(in: session, homes: homes, entityNumber: entityNumber, key: key)
    }

    /// The values of the record, or as many of them as were read, if the one of a number is among these.
    private func values(with number: Int) throws -> RowSnapshot {
        if let row, slots?.contains(number) ?? true { return row }
        // A reference may lead to a record that is gone; it has no values.
        let values =
            try session.row(of: entity, key: key)?.snapshot()
            ?? RowSnapshot(count: entity.valueCount, version: 0)
        row = values
        slots = nil
        return values
    }
}
