import Foundation
import Synchronization
import Testing

/// Two programs on one database, one of which may be down for a while.
final class ServerPair: Sendable {
    private let household: DatabaseHousehold
    private let servers: Mutex<[RunningServer?]>

    /// Starts both.
    init(_ household: DatabaseHousehold) async throws {
        self.household = household
        servers = Mutex([])
        for _ in 0..<2 {
            let server = try await household.start()
            servers.withLock { $0.append(server) }
        }
    }

    /// The server of a client, or the other one while that is down.
    func server(of client: Int) throws -> RunningServer {
        try #require(servers.withLock { $0[client % 2] ?? $0[1 - client % 2] })
    }

    /// Kills a server.
    func kill(_ index: Int) async throws {
        let server = servers.withLock { $0[index].take() }
        try await #require(server).stop(SIGKILL)
    }

    func start(_ index: Int) async throws {
        let server = try await household.start()
        servers.withLock { $0[index] = server }
    }

    /// Stops the running servers.
    ///
    /// - Parameter signal: the signal. Default: that of Ctrl-C, which stops them cleanly.
    /// - Returns: their exit statuses.
    @discardableResult
    func stop(_ signal: Int32 = SIGINT) async throws -> [Int32] {
        let left = servers.withLock { servers in
            defer { servers = [nil, nil] }
            return servers.compactMap(\.self)
        }
        var statuses: [Int32] = []
        for server in left { statuses.append(try await server.stop(signal)) }
        return statuses
    }
}
