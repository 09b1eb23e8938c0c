extension ManagedObject {
    /// Keeps a value that was computed from others in a transient attribute; nil forgets it.
    ///
    /// That is no change of the object: there is nothing to save and nothing to undo. What is kept
    /// goes when the object is read anew.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`, and
    ///   `PersistenceError.misuse` for a property that is not a transient attribute.
    public final func keepTransientValue(_ value: (any Sendable)?, forKey key: String) throws {
        let slot = try requireSlot(key)
        guard slot.isTransient, slot.attribute != nil else {
            throw PersistenceError.misuse("\(layout.name).\(key) is no transient attribute")
        }
        fireIfNeeded()
        let wasAwaking = state.contains(.awaking)
        state.insert(.awaking)
        defer { if !wasAwaking { state.remove(.awaking) } }
        try setValue(value, forKey: key)
    }
}
