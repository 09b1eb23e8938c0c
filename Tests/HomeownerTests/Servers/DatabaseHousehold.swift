import Domain
import Foundation
import PersistencePostgreSQL
import PostgreSQLServer
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A household in a separate schema of a database, with the folder that its servers share.
final class DatabaseHousehold: Sendable {
    let server: TestServer
    let schema = "home_" + UUID().uuidString.prefix(8).lowercased()
    let address: String
    private let temporary = TemporaryFolder()
    /// The session of one user, with the same cookies for both servers.
    let window: URLSession

    /// - Parameter server: where the database is. Default: the server of all tests.
    init(on server: TestServer? = nil) throws {
        PostgreSQLStoreFactory.register()
        self.server = try server ?? TestServer.shared()
        address = Self.address(self.server, schema)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 200
        window = URLSession(configuration: configuration)
    }

    /// The folder of everything outside the database.
    var folder: String { temporary.path }

    private static func address(_ server: TestServer, _ schema: String) -> String {
        "postgresql://tester@/postgres?host=\(server.socketFolder)&schema=\(schema)"
            + "&application_name=\(schema)&\(TestServer.patience)"
    }

    /// The address of the household on a replica of its server.
    func address(on replica: TestServer) -> String { Self.address(replica, schema) }

    var directory: DataDirectory { DataDirectory(path: folder, storeAddress: address) }

    /// The options with which commands find it.
    var place: [String] { ["--store", address, "--images", folder] }

    func run(_ arguments: String...) async throws -> Program.Result {
        try await Program.run(arguments + place)
    }

    /// Starts a server.
    ///
    /// - Parameter others: further arguments. Default: none.
    func start(_ others: [String] = []) async throws -> RunningServer {
        try await RunningServer(["serve", "--port", "0"] + place + others, window: window)
    }

    /// Runs two servers, and stops them in any case.
    func serve(
        _ others: [String] = [], _ body: (RunningServer, RunningServer) async throws -> Void
    ) async throws {
        try await ending(start(others)) { first in
            try await ending(start(others)) { second in try await body(first, second) }
        }
    }

    /// The number of connections to the household.
    func connectionCount() throws -> String? {
        try server.run(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema)'")
    }

    /// Claims and other locks of applications end with their connections, a moment after the programs.
    func waitForLocksToEnd() async throws {
        try await waited("locks end with the programs") { try lockCount() == "0" }
    }

    /// The number of leases, turns and other advisory locks.
    private func lockCount() throws -> String? {
        try server.run(
            "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) "
                + "WHERE locktype = 'advisory' AND application_name = '\(schema)'")
    }
}

/// Runs a closure with a server, and stops it then; in case of an error at once.
func ending(
    _ server: RunningServer, _ body: (RunningServer) async throws -> Void
) async throws {
    do {
        try await body(server)
    } catch {
        try await server.stop(SIGKILL)
        throw error
    }
    #expect(try await server.stop() == 0)
}

/// Waits for a condition, for a time that only a hang exceeds.
func waited(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try await !isDone() {
        try #require(
            ContinuousClock.now < end, "It does not happen: \(what)",
            sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(20))
    }
}

extension RunningServer {
    /// A page as JSON.
    func json(_ path: String) async throws -> [String: Any] {
        let answer = try await get(path)
        #expect(answer.status == 200, "\(path): \(answer.text)")
        return try #require(
            try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
    }

    /// The number of records in a list.
    func total(_ path: String) async throws -> Int {
        try #require(try await json(path)["total"] as? Int)
    }

    /// The names of the items, in manual order.
    func names() async throws -> [String] {
        var names: [String] = []
        for page in 1... {
            let list = try await json("/items.json?perPage=200&page=\(page)")
            let records = try #require(list["records"] as? [[String: Any]])
            names += records.compactMap { $0["itemName"] as? String }
            guard try names.count < #require(list["total"] as? Int) else { break }
        }
        return names
    }

    /// Adds an item. Returns its path.
    func add(_ name: String, _ fields: String = "") async throws -> String {
        let answer = try await post("/items", "itemName=\(name)\(fields)", asProgram: true)
        #expect(answer.status == 201, "\(answer.text)")
        return "/items/" + (try #require(try answer.member("itemKey", as: String.self)))
    }
}
