import Foundation
import Persistence
import Synchronization

/// Another server that has what the store's own had some time ago: a hot standby. It is read only while it
/// has come far enough, and the store itself otherwise.
final class StoreReplica: Sendable {
    /// How long one is left alone that did not answer.
    private static let pause = Duration.seconds(10)

    private let sessions: SessionPool<PostgreSQLSession>
    private let observer: (@Sendable (ReplicaState) -> Void)?
    /// When one that did not answer is asked again.
    private let nextAttempt = Mutex<ContinuousClock.Instant?>(nil)

    /// - Throws: `PersistenceError.cannotOpen` if another store is there. One that does not answer is asked
    ///   again later.
    init(
        _ address: ServerAddress, of contents: StoreContents, _ options: PostgreSQLStoreOptions
    ) throws {
        observer = options.replicaObserver
        sessions = SessionPool(limit: options.readerCount, patience: options.patience) {
            try PostgreSQLSession(
                contents, keys: nil, noting: HistoryColumns.lastNumberStatement
            ) { try Self.connect(address, contents) }
        }
        do {
            _ = try Self.connect(address, contents)
        } catch let error as PostgreSQLError where error.isUndefinedTable {
            throw PersistenceError.cannotOpen(
                path: address.description, reason: .foreign("the database holds no store"))
        } catch let error as PostgreSQLError {
            noteAbsence(error)
        }
    }

    private static func connect(
        _ address: ServerAddress, _ contents: StoreContents
    ) throws -> ServerConnection {
        let connection = try contents.connect(to: address)
        let answer = try connection.runOnce(
            "SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard answer.rowCount > 0, answer[0].string(0).uppercased() == contents.identifier else {
            throw PersistenceError.cannotOpen(
                path: address.description, reason: .foreign("it is no replica of the store"))
        }
        return connection
    }

    /// Whether a closure of the calling thread reads the replica.
    var isUsedByThisThread: Bool { sessions.isUsedByThisThread }

    /// Runs a closure with a session that has a transaction of the history. Returns nil, and has not run
    /// it, if the replica has not come so far or does not answer.
    func withSession<T>(
        having number: Int64, _ body: (PostgreSQLSession) throws -> T
    ) throws -> T? {
        if isUsedByThisThread { return try sessions.withReadingSession(body) }
        guard mayBeAsked() else { return nil }
        var isRead = false
        do {
            return try sessions.withReadingSession { session -> T? in
                _ = try session.begun()
                notePresence()
                guard let reached = Int64(session.noted), reached >= number else { return nil }
                isRead = true
                return try body(session)
            }
        } catch {
            let isAway = (error as? any StoreAvailability)?.isStoreUnavailable == true
            if isAway || !isRead { noteAbsence(error) }
            // The store itself is read, unless something of the replica was.
            guard !isRead else { throw error }
            return nil
        }
    }

    /// Whether it answers, as far as is known. Of those who ask one that did not, one at a time finds out.
    private func mayBeAsked() -> Bool {
        nextAttempt.withLock { next in
            guard let time = next else { return true }
            let now = ContinuousClock.now
            guard now >= time else { return false }
            next = now + Self.pause
            return true
        }
    }

    private func noteAbsence(_ error: any Error) {
        let isNew = nextAttempt.withLock { next in
            defer { next = .now + Self.pause }
            return next == nil
        }
        if isNew { observer?(.absent(reason: "\(error)")) }
    }

    private func notePresence() {
        let isNew = nextAttempt.withLock { next in
            defer { next = nil }
            return next != nil
        }
        if isNew { observer?(.present) }
    }

    func close() throws { try sessions.close() }
}
