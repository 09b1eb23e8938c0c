import CLibpq
import Foundation
import Synchronization

/// Hears what others tell on a channel (`NOTIFY`), on a thread and a connection of its own. A connection
/// that goes away is made anew.
///
/// Where nobody tells anything, because the server knows no such thing or a pool stands in between, it
/// looks by itself from time to time.
// The descriptors are constant; the state is behind a mutex.
final class ChangeListener: Sendable {
    /// What is heard.
    enum Event: Sendable, Hashable {
        /// Somebody has told something.
        case notification(String)
        /// The connection is gone: nothing is heard from now on.
        case loss
        /// It is there again: something may have been told meanwhile.
        case gap
        /// A look has found something that was not told.
        case found
    }

    /// What is looked for by itself.
    struct Poll: Sendable {
        /// How long to wait before each look.
        var interval: Duration
        /// Looks, and returns whether there is something new that was not told.
        var look: @Sendable (ServerConnection) throws -> Bool
    }

    /// How many milliseconds are waited for more after something was told: of saves that follow each other each
    /// one would wake this thread beside those that save.
    private static let rest: Int32 = 2

    /// How many milliseconds lie between two attempts to connect at most: what others have saved is not seen until
    /// one succeeds.
    private static let maximumDelay: Int32 = 1_000

    /// How long the server may be silent before it is looked at whether it is there, where nothing else is looked
    /// for; and how long it may take to answer.
    private static let patience = Duration.seconds(10)

    private let address: ServerAddress
    private let channel: String?
    private let poll: Poll?
    private let hear: @Sendable (Event) -> Void
    private let wakeReader: Int32
    private let wakeWriter: Int32
    private let isStopped = Atomic<Bool>(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Begins to listen, and returns when it does.
    ///
    /// - Parameters:
    ///   - channel: the channel, a name that needs no quotes; nil to look only.
    ///   - poll: what is looked for by itself; nil, the default, for nothing.
    ///   - hear: hears of each event, on the listener's thread.
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
            // What is looked for by itself has to do.
        }
        return connection
    }

    /// Ends the listening, and waits for its thread. To be called once.
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
                // The server is away; whoever reads or writes is told so. It is tried again.
                delay = min(2 * delay, Self.maximumDelay)
            }
        }
    }

    /// Waits for something to be told. Returns whether the connection is still there.
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
        // What a look asks may bring some along too.
        var isTold = false
        while let notification = PQnotifies(connection.handle) {
            hear(.notification(String(cString: notification.pointee.extra)))
            PQfreemem(notification)
            isTold = true
        }
        if isTold { wait(milliseconds: Self.rest) }
        return PQstatus(connection.handle) == CONNECTION_OK
    }

    /// How many milliseconds to wait before the next look.
    private var pause: Int32 {
        Int32(max(10, min((poll?.interval ?? Self.patience) / .milliseconds(1), 3_600_000)))
    }

    /// Looks by itself. Returns whether the connection is still there.
    private func look(_ connection: ServerConnection) -> Bool {
        connection.deadline = .now + Self.patience
        do {
            guard let poll else {
                try connection.run("SELECT 1")
                return true
            }
            if try poll.look(connection) { hear(.found) }
            return true
        } catch {
            // Whoever reads or writes is told what is wrong. It is tried again on a new connection.
            return false
        }
    }

    private func wait(milliseconds: Int32) {
        var descriptor = pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)
        _ = Foundation.poll(&descriptor, 1, milliseconds)
    }
}
