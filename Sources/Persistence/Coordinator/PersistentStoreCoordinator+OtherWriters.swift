import Synchronization

extension PersistentStoreCoordinator {
    /// Calls a closure, on any thread, whenever a store hears that others have written to it. What
    /// was written is in the store's history, if it keeps one.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        listening(writerObservers.add { _ in body() })
    }

    /// An observation while which the stores listen.
    func listening(_ observation: CoordinatorObservation) -> CoordinatorObservation {
        hearOthers()
        return CoordinatorObservation { [weak self] in
            observation.cancel()
            self?.hearOthers()
        }
    }

    /// Hears of those who write to the stores beside this coordinator, while there is a listener.
    func hearOthers() {
        // Observations without observers end where no one waits for that.
        _ = hearing.withLock { hearing in
            let former = hearing
            hearing = [:]
            // Looked at here: of two who begin and end at once, the last one finds both.
            guard !writerObservers.isEmpty || !remoteObservers.isEmpty else { return former }
            for store in persistentStores {
                let id = ObjectIdentifier(store)
                hearing[id] =
                    former[id] ?? store.observeOtherWriters { [weak self] in self?.tellOfOthers() }
            }
            return former
        }
    }

    private func tellOfOthers() {
        writerObservers.notify(())
        // If a store cannot be read now, it is heard of again when it can.
        try? checkForRemoteChanges()
    }
}
