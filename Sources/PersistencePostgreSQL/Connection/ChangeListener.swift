import CLibpq
import Foundation
import Synchronization

/// Listens to a channel (`NOTIFY`) on a separate thread and connection, and reconnects when the
/// connection is lost.
///
/// If no notifications arrive, because the server does not support them or a connection pool
/// drops them, it polls.
// The descriptors are constant; the state is behind a mutex.
final class ChangeListener: Sendable {
    /// An event on the channel or its connection.
    enum Event: Sendable, Hashable {
        /// A notification with its payload.
        case notification(String)
        /// The connection is lost, and no notification arrives until the next `gap`.
        case loss
        /// The connection is back; notifications may have been missed.
        case gap
        /// A poll has found a change without a notification.
        case found
    }

    /// The polling that replaces missing notifications.
    struct Poll: Sendable {
        /// The time between two polls.
        var interval: Duration
        /// Looks for a change that was not notified. Returns whether there is one.
        var look: @Sendable (ServerConnection) throws -> Bool
    }

    /// The milliseconds to wait for further notifications after one. Otherwise each of a series of
    /// saves would wake this thread while the savers work.
    private static let rest: Int32 = 2

    /// The maximum delay between two attempts to connect, in milliseconds. Changes by others are
    /// not seen until one succeeds.
    private static let maximumDelay: Int32 = 1_000

    /// The time without a notification after which the connection is checked, where nothing is
    /// polled; also the time limit for that check.
    private static let timeout = Duration.seconds(10)

    private let address: ServerAddress
    private let channel: String?
    private let poll: Poll?
    private let hear: @Sendable (Event) -> Void
    private let wakeReader: Int32
    private let wakeWriter: Int32
    private let isStopped = Atomic<Bool>(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Starts to listen, and returns once it does.
    ///
    /// - Parameters:
    ///   - channel: the channel, a name that needs no quotes; nil to poll only.
    ///   - poll: the polling; nil, the default, for none.
    ///   - hear: receives each event on the listener's thread.
    /// - Throws: `PostgreSQLError` if the server cannot be reached.
    init(
        _ address: ServerAddress, channel: String?, poll: Poll? = nil,
        _ hear: @escaping @Sendable (Event) -> Void
    ) throws {
        self.address = address
        self.channel = channel
        self.poll = poll
        self.hear = hear
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PostgreSQLError(
                state: "08006", message: String(cString: strerror(errno)),
                server: address.description)
        }
        (wakeReader, wakeWriter) = (ends[0], ends[1])
        let first: ServerConnection
        do { first = try Self.connect(address, channel) } catch {
            Foundation.close(ends[0])
            Foundation.close(ends[1])
            throw error
        }
        nonisolated(unsafe) let connection = first
        let thread = Thread { [self] in
            listen(connection)
            hasEnded.signal()
        }
        thread.name = "persistence listener"
        thread.start()
    }

    deinit {
        Foundation.close(wakeReader)
        Foundation.close(wakeWriter)
    }

    private static func connect(
        _ address: ServerAddress, _ channel: String?
    ) throws -> ServerConnection {
        let connection = try ServerConnection(address)
        guard let channel else { return connection }
        do {
            try connection.execute("LISTEN \(channel)")
        } catch let error as PostgreSQLError
            where error.isUnsupported || error.isReadOnlyServer
        {
            // A poll has its own time limit.
        }
        return connection
    }

    /// Stops listening, and waits for the thread. Call it once.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        var byte: UInt8 = 0
        _ = write(wakeWriter, &byte, 1)
        hasEnded.wait()
    }

    private func listen(_ first: ServerConnection) {
        var connection: ServerConnection? = first
        var delay: Int32 = 100
        while !isStopped.load(ordering: .acquiring) {
            if let current = connection {
                if !hearNext(current) {
                    connection = nil
                    hear(.loss)
                }
                continue
            }
            wait(milliseconds: delay)
            guard !isStopped.load(ordering: .acquiring) else { return }
            do {
                connection = try Self.connect(address, channel)
                delay = 100
                hear(.gap)
            } catch {
                // The server is away. Reads and writes report it; here the next attempt follows.
                delay = min(2 * delay, Self.maximumDelay)
            }
        }
    }

    /// Waits for a notification. Returns whether the connection is still there.
    private func hearNext(_ connection: ServerConnection) -> Bool {
        var descriptors = [
            pollfd(fd: PQsocket(connection.handle), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
        ]
        let count = Foundation.poll(&descriptors, 2, pause)
        guard count >= 0 else { return errno == EINTR }
        guard descriptors[1].revents == 0 else { return true }
        guard count == 0 ? look(connection) : PQconsumeInput(connection.handle) == 1 else {
            return false
        }
        // A poll's statements may have received notifications too.
        var hasNotification = false
        while let notification = PQnotifies(connection.handle) {
            hear(.notification(String(cString: notification.pointee.extra)))
            PQfreemem(notification)
            hasNotification = true
        }
        if hasNotification { wait(milliseconds: Self.rest) }
        return PQstatus(connection.handle) == CONNECTION_OK
    }

    /// The milliseconds until the next poll.
    private var pause: Int32 {
        Int32(max(10, min((poll?.interval ?? Self.timeout) / .milliseconds(1), 3_600_000)))
    }

    /// Polls once. Returns whether the connection is still there.
    private func look(_ connection: ServerConnection) -> Bool {
        connection.deadline = .now + Self.timeout
        do {
            guard let poll else {
                try connection.run("SELECT 1")
                return true
            }
            if try poll.look(connection) { hear(.found) }
            return true
        } catch {
            // Reads and writes report the error. The listener tries again on a new connection.
            return false
        }
    }

    private func wait(milliseconds: Int32) {
        var descriptor = pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)
        _ = Foundation.poll(&descriptor, 1, milliseconds)
    }
}
