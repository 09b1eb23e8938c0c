import Domain
import Foundation
import HummingbirdTesting
import PersistencePostgreSQL
import PostgreSQLServer
import Testing

@testable import Web

/// Servers on one database, with a folder that they share.
struct SharedSite {
    let site: TestSite
    let address: String
    let customer: Int64
    /// The name of the servers in the database.
    let name: String

    /// - Parameters:
    ///   - socketFolder: the socket of the database server. Default: its own.
    ///   - standby: a replica from which pages are read. Default: none.
    ///   - isEmpty: whether there is no household yet. Default: false.
    ///   - hearingSeconds: how long a server waits for the saves of others. Default: a time that only
    ///     a hang exceeds.
    ///   - adjust: changes other settings. Default: none.
    init(
        through socketFolder: String? = nil, readingFrom standby: TestServer? = nil,
        isEmpty: Bool = false, hearingSeconds: Int = 600,
        _ adjust: (inout AppConfiguration) -> Void = { _ in }
    ) throws {
        PostgreSQLStoreFactory.register()
        let server = try TestServer.shared()
        let schema = "home_" + UUID().uuidString.prefix(8).lowercased()
        let base = "postgresql://tester@/postgres?host=\(socketFolder ?? server.socketFolder)"
        let address =
            "\(base)&schema=\(schema)&application_name=\(schema)&\(TestServer.patience)"
        name = schema
        self.address = address
        site = try TestSite { configuration in
            configuration.storeAddress = address
            configuration.replicaAddress = standby?.address(like: address, of: server)
            configuration.limits.hearingSeconds = hearingSeconds
            adjust(&configuration)
        }
        customer = isEmpty ? 0 : try site.addCustomer()
        // A server without a store is retried later.
        try standby?.catchUp(with: server)
    }

    var directory: DataDirectory {
        DataDirectory(path: site.configuration.dataDirectory, storeAddress: address)
    }

    /// Runs two servers.
    func serve(
        _ body: @escaping @Sendable (SalesClient, SalesClient, [Int]) async throws -> Void
    ) async throws {
        let customer = customer
        @Sendable func client(_ client: any TestClientProtocol) -> SalesClient {
            SalesClient(inventory: InventoryClient(client: client), customer: customer)
        }
        let second = try await buildApplication(site.configuration)
        try await buildApplication(site.configuration).serve { first in
            try await second.serve { other in
                let ports = try [first, other].map { try #require($0.port) }
                try await body(client(first), client(other), ports)
            }
        }
    }
}

/// Waits for a condition, for a time that only a hang exceeds.
func waited(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try await !isDone() {
        guard ContinuousClock.now < end else {
            Issue.record("It does not happen", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
