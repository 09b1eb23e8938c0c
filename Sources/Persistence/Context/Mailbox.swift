import Synchronization

/// What others saved and a context has not merged yet. It grows with the records that were changed and
/// are still there, or were there before, not with the saves.
final class Mailbox: Sendable {
    private let owner: ObjectIdentifier
    private let waiting = Mutex(ChangedRecords())

    init(of owner: ManagedObjectContext) {
        self.owner = ObjectIdentifier(owner)
    }

    func put(_ notification: SaveNotification) {
        guard notification.source != owner else { return }
        waiting.withLock { $0.add(ChangedRecords(notification)) }
    }

    func takeAll() -> ChangedRecords {
        waiting.withLock { waiting in
            defer { waiting = ChangedRecords() }
            return waiting
        }
    }

    /// Takes back what could not be merged; what came since then is newer.
    func putBack(_ rest: ChangedRecords) {
        waiting.withLock { waiting in
            var all = rest
            all.add(waiting)
            waiting = all
        }
    }
}
