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
    /// By what the database knows the servers.
    let name: String

    /// - Parameters:
    ///   - socketFolder: through which socket the server is reached. Default: its own.
    ///   - standby: a replica of the server, which pages are read from. Default: none.
    ///   - isEmpty: whether there is no household yet. Default: false.
    init(
        through socketFolder: String? = nil, readingFrom standby: TestServer? = nil,
        isEmpty: Bool = false
    ) throws {
        PostgreSQLStoreFactory.register()
        let server = try TestServer.shared()
        let schema = "home_" + UUID().uuidString.prefix(8).lowercased()
        let base = "postgresql://tester@/postgres?host=\(socketFolder ?? server.socketFolder)"
        let address = "\(base)&schema=\(schema)&application_name=\(schema)"
        name = schema
        self.address = address
        site = try TestSite { configuration in
            configuration.storeAddress = address
            configuration.replicaAddress = standby?.address(like: address, of: server)
        }
        customer = isEmpty ? 0 : try site.addCustomer()
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
        try await buildApplication(site.configuration).test(.live) { first in
            try await second.test(.live) { other in
                let ports = try [first, other].map { try #require($0.port) }
                try await body(client(first), client(other), ports)
            }
        }
    }
}

/// Waits until a condition holds, for 20 seconds at most. Returns how long it took.
@discardableResult
func waited(until isDone: () async throws -> Bool) async throws -> Duration {
    let start = ContinuousClock.now
    while try await !isDone(), ContinuousClock.now - start < .seconds(20) {
        try await Task.sleep(for: .milliseconds(2))
    }
    return ContinuousClock.now - start
}
