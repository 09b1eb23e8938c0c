import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

extension TestSite {
    static let password = "violet tin drum, eleven"

    /// Adds people as `homeowner user add` does, each named after its role.
    func addPeople(_ roles: [Role]) async throws {
        let directory = DataDirectory(path: configuration.dataDirectory)
        try directory.create()
        let accounts = Accounts(
            directory: directory, passwordCost: configuration.passwordCost)
        for role in roles {
            try await accounts.add(role.rawValue, password: Self.password, role: role)
        }
        try accounts.close()
    }

    /// Runs two servers for the people of a household, which share only its files.
    func servedTwice<Value: Sendable>(
        _ body: @Sendable (InventoryClient, InventoryClient) async throws -> Value
    ) async throws -> Value {
        let household = try Household.open(configuration)
        let sites = try [site(household), site(household)]
        let value = try await application(sites[0]).test(.router) { first in
            try await application(sites[1]).test(.router) { second in
                try await body(InventoryClient(client: first), InventoryClient(client: second))
            }
        }
        for site in sites { try site.accounts.close() }
        try household.close()
        return value
    }

    private func application(_ site: Site) throws -> some ApplicationProtocol {
        let people = People(site: site)
        return try makeApplication(
            site, [SignInController(people: people), PeopleController(people: people)],
            services: [], logger: makeLogger(configuration))
    }

    /// A site with two signed-in people: the client, and the cookie header of each browser.
    static func signedIn<Value>(
        _ first: Role, _ second: Role,
        _ body: @Sendable (InventoryClient, HTTPFields, HTTPFields) async throws -> Value
    ) async throws -> Value {
        let site = try TestSite()
        try await site.addPeople([first, second])
        return try await site.test { test in
            let client = InventoryClient(client: test)
            let headers = try await client.signIn(first.rawValue)
            return try await body(client, headers, client.signIn(second.rawValue))
        }
    }
}

extension InventoryClient {
    /// Signs in. Returns the cookie header of the browser.
    func signIn(_ name: String, password: String = TestSite.password) async throws -> HTTPFields {
        let response = try await post("/sign-in", [("name", name), ("password", password)])
        #expect(response.status == .seeOther)
        return response.sentCookie
    }
}
