import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

extension GoldenHousehold {
    /// Signs in the people of the household, and opens their shared links.
    func checkPeople() async throws {
        let about = about
        try await site.test { client in
            let client = InventoryClient(client: client)
            #expect(try await client.get("/items.json").status == .unauthorized)

            let headers: HTTPFields = [.authorization: "Bearer \(about.reader)"]
            #expect(try await client.get("/items.json", headers: headers).status == .ok)
            let refused = try await client.post(
                "/items", [("itemName", "Lamp")], headers: headers)
            #expect(refused.status == .forbidden)

            #expect(about.links.count == 3)
            for link in about.links {
                #expect(try await client.get(link).status == .ok, "\(link)")
            }

            let signedIn = try await client.post(
                "/sign-in", [("name", "Siri"), ("password", about.password)])
            #expect(signedIn.headers[.location]?.hasPrefix("/sign-in/code") == true)
            // The code at the time of the recording may be the one used for the setup.
            let moment = try Date(about.ended, strategy: .iso8601) + 30
            let code = try #require(CodeSecret(about.secret)).code(at: moment)
            let answer = try await client.post(
                "/sign-in/code", [("code", code)], headers: signedIn.sentCookie)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let customers = try await client.get("/customers.json", headers: answer.sentCookie)
            #expect(customers.status == .ok)
        }
    }
}
