/// The observation of a context; it ends when this is released or cancelled.
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

/// Those who hear of one kind of event in a context, in the order in which they began to.
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
    /// Calls a closure when objects of the context have changed: with `processPendingChanges`,
    /// before and after a save, with undo, redo, rollback and reset, and after a merge.
    ///
    /// ```swift
    /// let observation = context.observeChanges { changes in print(changes.updated.count) }
    /// ```
    /// It ends when the returned observation is released.
    public func observeChanges(
        _ body: @escaping (ObjectChanges) -> Void
    ) -> ContextObservation {
        requireEvents().changeObservers.add(body)
    }

    /// Calls a closure before each save of changes, after the delete rules and before `willSave` of
    /// the objects. It may change objects.
    public func observeWillSave(_ body: @escaping () -> Void) -> ContextObservation {
        requireEvents().willSaveObservers.add(body)
    }

    /// Calls a closure after each save of this context, whether to a store or to a parent.
    public func observeDidSave(
        _ body: @escaping (SaveNotification) -> Void
    ) -> ContextObservation {
        requireEvents().didSaveObservers.add(body)
    }

    /// The changes of the context's objects from now on, by object IDs; it ends with the context.
    public var objectsDidChange: AsyncStream<ObjectIDChanges> {
        requireEvents().changeStreams.stream()
    }

    /// The saves of this context from now on; it ends with the context.
    public var didSave: AsyncStream<SaveNotification> {
        requireEvents().saveStreams.stream()
    }

    /// Calls a closure when objects may have got other IDs.
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
/// An object stands in one of the lists: one that was inserted and changed in `inserted`, one that
/// was inserted and deleted in `deleted`.
public struct ObjectChanges {
    /// The objects that were inserted, or came back.
    public internal(set) var inserted: [ManagedObject] = []
    /// The objects whose values or relationships were changed.
    public internal(set) var updated: [ManagedObject] = []
    /// The objects that were deleted.
    public internal(set) var deleted: [ManagedObject] = []
    /// The objects that took over what the store or the parent says.
    public internal(set) var refreshed: [ManagedObject] = []
    /// Whether all objects left the context, as `reset` does it.
    public internal(set) var invalidatedAll = false

    /// The same by object IDs, for other tasks.
    public var objectIDs: ObjectIDChanges {
        ObjectIDChanges(
            inserted: inserted.map(\.objectID), updated: updated.map(\.objectID),
            deleted: deleted.map(\.objectID), refreshed: refreshed.map(\.objectID),
            invalidatedAll: invalidatedAll)
    }
}

/// The IDs of the objects that changed in a context since its last report.
public struct ObjectIDChanges: Sendable, Hashable {
    /// The objects that were inserted, or came back.
    public let inserted: [ManagedObjectID]
    /// The objects whose values or relationships were changed.
    public let updated: [ManagedObjectID]
    /// The objects that were deleted.
    public let deleted: [ManagedObjectID]
    /// The objects that took over what the store or the parent says.
    public let refreshed: [ManagedObjectID]
    /// Whether all objects left the context, as `reset` does it.
    public let invalidatedAll: Bool
}
