import Foundation

/// Connections that follow a view, like many browsers.
final class OpenWindows {
    private let connections: [HTTPConnection]
    private var polls: [pollfd]

    /// Opens windows, and waits until each has received its first bytes.
    convenience init(_ count: Int, on path: String, port: Int) throws {
        try self.init(count, on: { _ in path }, port: port)
    }

    /// The same, each on a path for its index.
    init(_ count: Int, on path: (Int) -> String, port: Int) throws {
        connections = try (0..<count).map { place in
            let connection = try HTTPConnection(port: port)
            try connection.send(HTTPConnection.get(path(place), port: port))
            return connection
        }
        polls = connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        try waitForAll { _ in }
    }

    /// Waits until every window has received something.
    ///
    /// - Parameter take: called with a window's number when it first receives something.
    func waitForAll(_ take: (Int) -> Void) throws {
        var isWaiting = [Bool](repeating: true, count: connections.count)
        var waiting = connections.count
        while waiting > 0 {
            let count = poll(&polls, nfds_t(polls.count), 20_000)
            guard count > 0 else { throw BenchmarkFailure("\(waiting) windows hear of nothing.") }
            for index in polls.indices where polls[index].revents != 0 {
                try connections[index].read { _ in }
                if isWaiting[index] {
                    isWaiting[index] = false
                    waiting -= 1
                    take(index)
                }
            }
        }
    }

    /// Reads available bytes. Returns their number.
    func takeWhatIsThere() throws -> Int {
        var bytes = 0
        while poll(&polls, nfds_t(polls.count), 0) > 0 {
            for index in polls.indices where polls[index].revents != 0 {
                try connections[index].read { bytes += $0.count }
            }
        }
        return bytes
    }
}
