/// The observation of one key of an object; it ends when this is released or invalidated.
public final class KeyObservation {
    private weak var object: ManagedObject?

    init(_ object: ManagedObject) {
        self.object = object
    }

    /// Ends the observation.
    public func invalidate() {
        object?.removeObserver(self)
        object = nil
    }

    deinit {
        object?.removeObserver(self)
    }
}

/// A change of the value of one key.
public struct KeyChange: Sendable {
    /// The value before the change; always null for a to-many relationship.
    public let oldValue: AttributeValue
    /// The value after the change; always null for a to-many relationship.
    public let newValue: AttributeValue
}

struct KeyObserver {
    let token: ObjectIdentifier
    let slot: Int
    let body: (ManagedObject, KeyChange) -> Void
}

extension ManagedObject {
    /// Calls a closure after each change of a key's value in this object.
    ///
    /// ```swift
    /// let observation = try recipe.observe("title") { recipe, change in
    ///     print(change.oldValue, change.newValue)
    /// }
    /// ```
    /// Sets are reported, but not refreshes, rollbacks and merges. To follow many objects, use
    /// `observeChanges(_:)` of the context.
    /// - Throws: `PersistenceError.unknownProperty`.
    public final func observe(
        _ key: String, _ body: @escaping (ManagedObject, KeyChange) -> Void
    ) throws -> KeyObservation {
        let slot = try requireSlot(key)
        let observation = KeyObservation(self)
        requireExtras().observers.append(
            KeyObserver(token: ObjectIdentifier(observation), slot: slot.number, body: body))
        state.insert(.observed)
        return observation
    }

    final func removeObserver(_ observation: KeyObservation) {
        extras?.observers.removeAll { $0.token == ObjectIdentifier(observation) }
        if extras?.observers.isEmpty ?? true { state.remove(.observed) }
    }

    final func notifyObservers(_ slot: Int, old: AttributeValue, new: AttributeValue) {
        let change = KeyChange(oldValue: old, newValue: new)
        for observer in extras?.observers ?? [] where observer.slot == slot {
            observer.body(self, change)
        }
    }
}
