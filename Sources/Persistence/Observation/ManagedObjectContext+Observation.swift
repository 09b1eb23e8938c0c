extension ManagedObjectContext {
    /// Calls a closure when objects of the context have changed: with `processPendingChanges`,
    /// before and after a save, with undo, redo, rollback and reset, and after a merge.
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
