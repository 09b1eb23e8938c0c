/// The observation of a context, which ends when this is released or cancelled.
public final class ContextObservation {
    private let end: () -> Void
    private var isEnded = false

    init(_ end: @escaping () -> Void) {
        self.end = end
    }

    /// Ends the observation.
    public func cancel() {
        guard !isEnded else { return }
        isEnded = true
        end()
    }

    deinit {
        cancel()
    }
}

/// The observers of one kind of event, in the order of their registration.
final class ContextObservers<Event> {
    private var bodies: [(number: Int, body: (Event) -> Void)] = []
    private var last = 0

    var isEmpty: Bool { bodies.isEmpty }

    func add(_ body: @escaping (Event) -> Void) -> ContextObservation {
        last += 1
        let number = last
        bodies.append((number, body))
        return ContextObservation { [weak self] in
            self?.bodies.removeAll { $0.number == number }
        }
    }

    func notify(_ event: Event) {
        for (_, body) in bodies { body(event) }
    }
}

extension ManagedObjectContext {
    /// Calls a closure when objects of the context have changed: in `processPendingChanges`, before
    /// and after a save, after undo, redo, rollback and reset, and after a merge.
    ///
    /// ```swift
    /// let observation = context.observeChanges { changes in print(changes.updated.count) }
    /// ```
    /// The observation ends when the returned object is released. Without observers, changes cost
    /// nothing.
    public func observeChanges(_ body: @escaping (ObjectChanges) -> Void) -> ContextObservation {
        requireEvents().changeObservers.add(body)
    }

    /// Calls a closure before each save with changes, after the delete rules and before `willSave`
    /// of the objects. It may change objects.
    ///
    /// ```swift
    /// let observation = context.observeWillSave { recipe.dateChanged = Date() }
    /// ```
    public func observeWillSave(_ body: @escaping () -> Void) -> ContextObservation {
        requireEvents().willSaveObservers.add(body)
    }

    /// Calls a closure after each save of this context, to a store or to a parent.
    public func observeDidSave(_ body: @escaping (SaveNotification) -> Void) -> ContextObservation {
        requireEvents().didSaveObservers.add(body)
    }

    /// The later changes of the context's objects, by object IDs; the sequence ends with the
    /// context.
    ///
    /// ```swift
    /// for await changes in context.objectsDidChange { print(changes.updated.count) }
    /// ```
    public var objectsDidChange: AsyncStream<ObjectIDChanges> {
        requireEvents().changeStreams.stream()
    }

    /// The later saves of this context; the sequence ends with the context.
    ///
    /// ```swift
    /// for await save in context.didSave { print(save.inserted.count) }
    /// ```
    public var didSave: AsyncStream<SaveNotification> {
        requireEvents().saveStreams.stream()
    }

    /// Calls a closure when objects may have got new IDs.
    func observeIDs(_ body: @escaping () -> Void) -> ContextObservation {
        requireEvents().idObservers.add(body)
    }

    private func requireEvents() -> ContextEvents {
        if let events { return events }
        let new = ContextEvents()
        events = new
        return new
    }
}

/// The objects that changed in a context since its last report.
///
/// Each object is in one list: one that was inserted and changed in `inserted`, one that was
/// inserted and deleted in `deleted`.
public struct ObjectChanges {
    /// The inserted objects, and those whose deletion was undone.
    public internal(set) var inserted: [ManagedObject] = []
    /// The objects with changed values or relationships.
    public internal(set) var updated: [ManagedObject] = []
    /// The deleted objects.
    public internal(set) var deleted: [ManagedObject] = []
    /// The objects that took over values of the store or the parent.
    public internal(set) var refreshed: [ManagedObject] = []
    /// Whether all objects have left the context, as after `reset`.
    public internal(set) var invalidatedAll = false

    /// The same as object IDs, for other tasks.
    public var objectIDs: ObjectIDChanges {
        ObjectIDChanges(
            inserted: inserted.map(\.objectID), updated: updated.map(\.objectID),
            deleted: deleted.map(\.objectID), refreshed: refreshed.map(\.objectID),
            invalidatedAll: invalidatedAll)
    }
}

/// The IDs of the objects that changed in a context since its last report.
public struct ObjectIDChanges: Sendable, Hashable {
    /// The inserted objects, and those whose deletion was undone.
    public let inserted: [ManagedObjectID]
    /// The objects with changed values or relationships.
    public let updated: [ManagedObjectID]
    /// The deleted objects.
    public let deleted: [ManagedObjectID]
    /// The objects that took over values of the store or the parent.
    public let refreshed: [ManagedObjectID]
    /// Whether all objects have left the context, as after `reset`.
    public let invalidatedAll: Bool
}
