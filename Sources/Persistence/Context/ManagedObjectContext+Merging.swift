extension ManagedObjectContext {
    /// Takes over what another context saved: objects without changes are read again when they are
    /// used next; objects with changes keep them over the new values; deleted ones go.
    public func mergeChanges(fromContextDidSave notification: SaveNotification) throws {
        guard notification.source != ObjectIdentifier(self) else { return }
        for id in notification.updated {
            if let object = registeredObject(for: localized(id)) {
                try refresh(object, mergeChanges: true)
            } else if let events, events.hasListeners {
                // Nobody held it, but it may belong to somebody's results now.
                events.noteRefresh(of: object(with: id))
            }
        }
        let gone = notification.deleted.compactMap { registeredObject(for: localized($0)) }
        withoutUndoRegistration { acceptDeletion(of: gone) }
        if let events, events.hasListeners {
            for id in notification.inserted { events.noteInsertion(of: object(with: id)) }
        }
        turnRelationshipsIntoFaults(
            to: notification.inserted + notification.updated + notification.deleted)
        repeatDeletions(changed.filter { $0.isDeleted && !$0.isInserted })
        events?.post()
    }

    private func localized(_ id: ManagedObjectID) -> ManagedObjectID {
        ManagedObjectID(home: coordinator.home(of: id), key: id.key)
    }

    /// To-many relationships that lead to entities of these records may have other destinations now.
    func turnRelationshipsIntoFaults(to ids: [ManagedObjectID]) {
        let entities = Set(ids.map { $0.home.layout.rootNumber })
        guard !entities.isEmpty else { return }
        for object in registeredObjects {
            for relationship in object.extras?.toMany.values.map({ $0 }) ?? [] {
                let destination = coordinator.layout.entity(
                    relationship.property.destinationNumber)
                if entities.contains(destination.rootNumber) { relationship.turnIntoFault() }
            }
        }
    }

    /// Merges what other contexts saved since the last time, if that is wanted.
    func mergeWaitingChanges() throws {
        for notification in mailbox?.takeAll() ?? [] {
            try mergeChanges(fromContextDidSave: notification)
        }
    }

    func updateMailbox() {
        if automaticallyMergesChangesFromParent {
            guard mailbox == nil else { return }
            let new = Mailbox()
            mailboxObservation = coordinator.observeSaves { [weak new] in new?.put($0) }
            mailbox = new
        } else {
            mailboxObservation = nil
            mailbox = nil
        }
    }
}
