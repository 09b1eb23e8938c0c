import Synchronization

extension PersistentStoreCoordinator {
    /// Calls a closure, on any thread, when others have written to a store. The changes are in the
    /// store's history, if it keeps one.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        listening(writerObservers.add { _ in body() })
    }

    /// Makes the stores listen for as long as the observation exists.
    func listening(_ observation: CoordinatorObservation) -> CoordinatorObservation {
        hearOthers()
        return CoordinatorObservation { [weak self] in
            observation.cancel()
            self?.hearOthers()
        }
    }

    /// Starts or stops listening, depending on whether there are observers.
    func hearOthers() {
        // The old observations end outside the lock.
        _ = hearing.withLock { hearing in
            let former = hearing
            hearing = [:]
            // Checked inside the lock, because observers may begin and end at the same time.
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
        // If a store cannot be read now, its changes are found later.
        try? checkForRemoteChanges()
    }
}
