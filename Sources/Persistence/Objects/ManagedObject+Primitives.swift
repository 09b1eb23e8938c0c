import ObjectModel

extension ManagedObject {
    /// The value of a property by name. It is that of `value(forKey:)`, but for fetched properties,
    /// which it does not know: a getter tells nobody that it is read.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public final func primitiveValue(forKey key: String) throws -> (any Hashable)? {
        _ = try requireSlot(key)
        return try value(forKey: key)
    }

    /// Sets the value of an attribute by name without telling anybody: not observers, not the undo
    /// manager, and not the context, so that it alone makes no save write the object.
    ///
    /// It is for what `awakeFromFetch` and `willSave` compute, and for what a transient attribute keeps
    /// until it is computed anew. An object that has other changes is saved with it; a transient value
    /// goes when the object is read anew.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`, also for a
    ///   relationship: its other end would not hear of it.
    public final func setPrimitiveValue(_ value: (any Sendable)?, forKey key: String) throws {
        let slot = try requireSlot(key)
        guard let attribute = slot.attribute else { throw wrongType(slot, found: value) }
        var converted = AttributeValue.null
        if let value {
            guard let known = AttributeValue(value, as: attribute.attributeType) else {
                throw wrongType(slot, found: value)
            }
            converted = known
        }
        fireIfNeeded()
        changeableRow(forTransient: slot.isTransient)[slot.number] = converted
        extras?.transformed[slot.number] = nil
    }
}
