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
