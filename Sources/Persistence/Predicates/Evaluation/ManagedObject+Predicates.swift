extension ManagedObject: PredicateSubject {
    public var predicateObjectID: ManagedObjectID? { objectID }

    /// The value of a property as predicates see it; the name of the record's entity for `entity`.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = layout.slot(named: key) else {
            if key == "objectID" || key == "self" { return .subject(self) }
            if key == "entity" { return .value(.string(layout.name)) }
            if key == IndexedText.key { return layout.indexedText { value(at: $0) } }
            throw layout.unknownProperty(key)
        }
        if slot.isToOne { return destination(at: slot.number).map(PredicateValue.subject) ?? .null }
        if slot.isToMany {
            return .collection(relationship(at: slot.number).objects.map(PredicateValue.subject))
        }
        return .value(layout.attributeValue(slot.number) { value(at: $0) })
    }

    public func predicateKeyCount(at keys: ArraySlice<String>) -> Int { layout.keyCount(at: keys) }
}
