import ObjectModel

extension EntityLayout {
    /// The attributes that hold sort keys, by the numbers of the attributes whose texts they are of.
    static func sortKeySlots(_ slots: [PropertySlot]) -> [Int: Int] {
        var keys: [Int: Int] = [:]
        for text in slots {
            guard let attribute = text.attribute, let name = attribute.sortKeyName,
                attribute.attributeType == .string, !text.isTransient, !attribute.isDerived,
                let key = slots.first(where: { $0.name == name }),
                key.declaringEntityNumber == text.declaringEntityNumber,
                key.attribute?.canHoldSortKeys == true, key.attribute?.isDerived == false,
                !keys.values.contains(key.number)
            else { continue }
            keys[text.number] = key.number
        }
        return keys
    }

    /// The numbers of values that are written, with the sort keys of the texts among them and no others.
    func withSortKeys(_ numbers: [Int]) -> [Int] {
        guard !sortKeySlots.isEmpty else { return numbers }
        return numbers.filter { sortKeyTexts[$0] == nil } + numbers.compactMap { sortKeySlots[$0] }
    }

    /// The value of an attribute as predicates see it: records have no sort keys, which are made of their texts.
    ///
    /// - Parameter value: the record's value of a number.
    func attributeValue(
        _ number: Int, _ value: (Int) throws -> AttributeValue
    ) rethrows -> AttributeValue {
        guard let text = sortKeyTexts[number] else { return try value(number) }
        return TextSortKey.stored(of: try value(text))
    }
}

extension ModelLayout {
    /// The key path of the sort keys of the texts at a key path, and the entity that has them; nil where the
    /// texts have none.
    ///
    /// - Parameter keys: a property each, all but the last one to-one relationships.
    func sortKeyPath(
        of keys: [String], from entity: EntityLayout
    ) -> (keys: [String], entity: EntityLayout)? {
        var entity = entity
        for key in keys.dropLast() {
            guard let slot = entity.slot(named: key), slot.isToOne else { return nil }
            entity = self.entity(slot.destinationNumber)
        }
        guard let text = keys.last.flatMap(entity.slot(named:)),
            let key = entity.sortKeySlots[text.number]
        else { return nil }
        return (Array(keys.dropLast()) + [entity.slots[key].name], entity)
    }
}
