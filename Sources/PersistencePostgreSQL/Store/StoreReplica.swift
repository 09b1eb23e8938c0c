import Foundation
import Persistence
import Synchronization

/// A hot standby of the store's server. It is read while it is up to date enough; otherwise the
/// store itself is.
final class StoreReplica: Sendable {
    /// The time for which a replica that did not answer is not asked.
    private static let pause = Duration.seconds(10)

    private let sessions: SessionPool<PostgreSQLSession>
    private let observer: (@Sendable (ReplicaState) -> Void)?
    /// The time that a replica may take to say how far it has come.
    private let timeout: Duration

    /// A replica that did not answer: the time of the next attempt, and the reason.
    private struct Absence {
        var end: ContinuousClock.Instant
        let reason: String
    }

    private let absence = Mutex<Absence?>(nil)
    private let connect: @Sendable () throws -> ServerConnection

    /// - Throws: `PersistenceError.cannotOpen` if it is a replica of another store. One that does
    ///   not answer is asked again later.
    init(
        _ address: ServerAddress, of contents: PostgreSQLStoreContents,
        _ options: PostgreSQLStoreOptions, _ observer: (@Sendable (ReplicaState) -> Void)?
    ) throws {
        self.observer = observer
        timeout = .seconds(options.replicaTimeout)
        let connect = { @Sendable in try Self.connect(address, contents) }
        self.connect = connect
        sessions = SessionPool(limit: options.readerCount, timeout: options.timeout) {
            try PostgreSQLSession(
                contents, keys: nil, asking: HistoryTables.lastNumberStatement, connect: connect)
        }
        do {
            _ = try connect()
        } catch let error as PostgreSQLError where error.isUndefinedTable {
            throw PersistenceError.cannotOpen(
                path: address.description, reason: .foreign("the database holds no store"))
        } catch let error as PostgreSQLError {
            recordUnavailability(error)
        }
    }

    private static func connect(
        _ address: ServerAddress, _ contents: PostgreSQLStoreContents
    ) throws -> ServerConnection {
        let connection = try contents.connect(to: address)
        let answer = try connection.runOnce(
            "SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard answer.rowCount > 0, answer[0].string(0).uppercased() == contents.identifier else {
            throw PersistenceError.cannotOpen(
                path: address.description, reason: .foreign("it is not a replica of the store"))
        }
        return connection
    }

    /// Whether the calling thread is in a closure that reads the replica.
    var isUsedByThisThread: Bool { sessions.isUsedByThisThread }

    /// Runs a closure with a session whose state includes a transaction. Returns nil, without
    /// running it, if the replica is behind or does not answer.
    func withSession<T>(
        having number: Int64, _ body: (PostgreSQLSession) throws -> T
    ) throws -> T? {
        if isUsedByThisThread { return try sessions.withReadingSession(body) }
        guard mayBeAsked() else { return nil }
        var (isAsked, isRead) = (false, false)
        do {
            return try sessions.withReadingSession { session -> T? in
                isAsked = true
                try begin(session)
                isAsked = false
                guard let reached = Int64(session.beginningAnswer), reached >= number else {
                    return nil
                }
                isRead = true
                return try body(session)
            }
        } catch {
            // A read's own end, such as its time limit, says nothing about the replica.
            if isAsked || Self.saysAbsence(error) { recordUnavailability(error) }
            // The store itself is read instead, unless the closure has already read from the
            // replica.
            guard !isRead else { throw error }
            return nil
        }
    }

    private static func saysAbsence(_ error: any Error) -> Bool {
        switch error {
        case let error as PostgreSQLError: error.isConnectionLost
        case PersistenceError.cannotOpen: true
        default: false
        }
    }

    /// Asks how far the replica has come, and waits no longer than a reader would notice.
    private func begin(_ session: PostgreSQLSession) throws {
        let limit = session.deadline
        session.deadline = .now + timeout
        defer { session.deadline = limit }
        _ = try session.begun()
    }

    /// Whether the replica is believed to answer. After a failure it is tried from time to time,
    /// while other readers use the store.
    private func mayBeAsked() -> Bool {
        let (isPresent, isDue) = absence.withLock { absence in
            guard let known = absence else { return (true, false) }
            let now = ContinuousClock.now
            guard now >= known.end else { return (false, false) }
            absence?.end = now + Self.pause
            return (false, true)
        }
        if isDue { askAgain() }
        return isPresent
    }

    private func askAgain() {
        let thread = Thread { [self] in
            do {
                _ = try connect()
                absence.withLock { $0 = nil }
                observer?(.present)
            } catch {
                recordUnavailability(error)
            }
        }
        thread.name = "persistence replica"
        thread.start()
    }

    private func recordUnavailability(_ error: any Error) {
        let reason = "\(error)"
        let isNews = absence.withLock { absence in
            defer { absence = Absence(end: .now + Self.pause, reason: reason) }
            return absence?.reason != reason
        }
        if isNews { observer?(.absent(reason: reason)) }
    }

    func close() throws { try sessions.close() }
}
