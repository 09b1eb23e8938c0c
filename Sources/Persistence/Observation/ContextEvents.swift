/// The unreported changes of a context, and its observers. Created by the first observation.
final class ContextEvents {
    /// The last event of an object.
    private enum Event {
        case inserted, updated, deleted, refreshed
    }

    let changeObservers = ContextObservers<ObjectChanges>()
    let willSaveObservers = ContextObservers<Void>()
    let didSaveObservers = ContextObservers<SaveNotification>()
    /// The observers of changed IDs.
    let idObservers = ContextObservers<Void>()
    let changeStreams = Broadcast<ObjectIDChanges>()
    let saveStreams = Broadcast<SaveNotification>()

    private var lastEvents: [ManagedObject: Event] = [:]
    /// The changed objects in the order of their first change.
    private var order: [ManagedObject] = []
    private var invalidatedAll = false
    private var isPosting = false

    var hasListeners: Bool { !changeObservers.isEmpty || !changeStreams.isEmpty }

    // MARK: - Recording

    func recordInsertion(of object: ManagedObject) {
        record(object, .inserted)
    }

    func recordUpdate(of object: ManagedObject) {
        switch lastEvents[object] {
        case .inserted, .deleted: break
        default: record(object, .updated)
        }
    }

    func recordDeletion(of object: ManagedObject) {
        record(object, .deleted)
    }

    func recordRefresh(of object: ManagedObject) {
        if lastEvents[object] == nil { record(object, .refreshed) }
    }

    func recordReset() {
        lastEvents = [:]
        order = []
        invalidatedAll = true
    }

    private func record(_ object: ManagedObject, _ event: Event) {
        guard hasListeners else { return }
        if lastEvents.updateValue(event, forKey: object) == nil { order.append(object) }
    }

    // MARK: - Reporting

    /// Reports a save that has ended.
    func post(_ save: SaveNotification?) {
        idObservers.notify(())
        post()
        guard let save else { return }
        didSaveObservers.notify(save)
        saveStreams.send(save)
    }

    /// Reports the changes. Changes that an observer makes are reported afterwards.
    func post() {
        guard !isPosting else { return }
        isPosting = true
        defer { isPosting = false }
        while invalidatedAll || !order.isEmpty {
            let changes = takeChanges()
            changeObservers.notify(changes)
            if !changeStreams.isEmpty { changeStreams.send(changes.objectIDs) }
        }
    }

    private func takeChanges() -> ObjectChanges {
        var changes = ObjectChanges()
        changes.invalidatedAll = invalidatedAll
        for object in order {
            switch lastEvents[object] {
            case .inserted: changes.inserted.append(object)
            case .updated: changes.updated.append(object)
            case .deleted: changes.deleted.append(object)
            case .refreshed: changes.refreshed.append(object)
            case nil: break
            }
        }
        lastEvents = [:]
        order = []
        invalidatedAll = false
        return changes
    }
}
