extension ManagedObjectContext {
    /// Takes over what another context saved: objects without changes are read again when they are
    /// used next; objects with changes keep them over the new values; deleted ones go.
    public func mergeChanges(fromContextDidSave notification: SaveNotification) throws {
        guard notification.source != ObjectIdentifier(self) else { return }
        for id in notification.updated {
            guard let object = registeredObject(for: localized(id)) else { continue }
            try refresh(object, mergeChanges: true)
        }
        for id in notification.deleted {
            guard let object = registeredObject(for: localized(id)) else { continue }
            object.state.insert(.inaccessible)
            object.row = RowSnapshot(count: object.layout.valueCount, version: 0)
            object.committedRow = nil
            object.state.subtract(.pending)
            unlist(object)
            events?.noteDeletion(of: object)
        }
        if let events, events.hasListeners {
            for id in notification.inserted { events.noteInsertion(of: object(with: id)) }
        }
        turnRelationshipsIntoFaults(
            to: notification.inserted + notification.updated + notification.deleted)
        events?.post()
    }

    /// Takes an object without changes out of the changed ones.
    private func unlist(_ object: ManagedObject) {
        guard object.state.contains(.listed) else { return }
        object.state.remove(.listed)
        changed.removeAll { $0 === object }
    }

    private func localized(_ id: ManagedObjectID) -> ManagedObjectID {
        ManagedObjectID(home: coordinator.home(of: id), key: id.key)
    }

    /// To-many relationships that lead to entities of these records may have other destinations now.
    private func turnRelationshipsIntoFaults(to ids: [ManagedObjectID]) {
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
