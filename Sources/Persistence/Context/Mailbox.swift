import Synchronization

/// The saves of other contexts that a context has not merged yet.
final class Mailbox: Sendable {
    private let notifications = Mutex<[SaveNotification]>([])

    func put(_ notification: SaveNotification) {
        notifications.withLock { $0.append(notification) }
    }

    func takeAll() -> [SaveNotification] {
        notifications.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
