extension SQLiteTransaction {
    func takeDerivedValues() -> [StoreDerivedValue] {
        let entities = schema.layout.entities
        return connection.triggeredChanges.takeAll().compactMap { place, stored in
            guard entities.indices.contains(place.entityNumber - 1),
                let slot = entities[place.entityNumber - 1].slot(named: place.attribute),
                let attribute = slot.attribute
            else { return nil }
            let value = ExpressionType(attribute).value(
                stored, objectID: session.store.homes.objectID)
            return StoreDerivedValue(
                entityNumber: place.entityNumber, key: place.key, slot: slot.number, value: value)
        }
    }
}
