extension SQLiteTransaction {
    func takeDerivedValues() -> [StoreDerivedValue] {
        let entities = schema.layout.entities
        return connection.triggeredChanges.takeAll().compactMap { place, stored in
            let number = schema.numbers.own(place.entityNumber)
            guard entities.indices.contains(number - 1),
                let slot = entities[number - 1].slot(named: place.attribute),
                let attribute = slot.attribute
            else { return nil }
            let value = ExpressionType(attribute).value(
                stored, objectID: session.store.homes.objectID)
            return StoreDerivedValue(
                entityNumber: number, key: place.key, slot: slot.number, value: value)
        }
    }
}

extension SQLiteSession {
    /// Has the numbers that triggers compute refused where their attributes do not hold them.
    func refuseDerivedNumbersOutOfRange() {
        guard connection.triggeredChanges.refusal == nil, !schema.layout.derivations.isEmpty
        else { return }
        connection.triggeredChanges.refusal = { [store] value, place in
            let number = store.schema.numbers.own(place.entityNumber)
            guard store.schema.layout.entities.indices.contains(number - 1),
                let slot = store.schema.layout.entity(number).slot(named: place.attribute)
            else { return nil }
            return .outOfRange(
                value, at: slot, of: store.homes.objectID(entityNumber: number, key: place.key))
        }
    }
}
