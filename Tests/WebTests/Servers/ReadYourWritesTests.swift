import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import PostgreSQLServer
import Testing

@testable import Web

@Suite("A user’s own saves on one of several servers", .timeLimit(.minutes(30)))
struct ReadYourWritesTests {
    /// The cookies that a browser sends after a response.
    private static func cookies(_ answer: TestResponse) -> HTTPFields {
        let pairs = answer.headers[values: .setCookie].compactMap { $0.split(separator: ";").first }
        return [.cookie: pairs.joined(separator: "; ")]
    }

    @Test("A user sees their own save at once on every server, however late the replica is")
    func ownSaves() async throws {
        let standby = try TestServer.shared().replica()
        try await SharedSite(readingFrom: standby).serve { first, second, _ in
            try await first.inventory.add("Lamp")
            try standby.pauseReplay()
            for number in 1...5 {
                let (here, there) = number % 2 == 0 ? (first, second) : (second, first)
                let answer = try await here.post("/items", [("itemName", "Chair \(number)")])
                #expect(answer.status == .seeOther)
                let cookies = Self.cookies(answer)
                #expect(cookies[.cookie]?.contains("homeowner-saved=") == true)
                for client in [there, here] {
                    let list = try await client.get("/items", headers: cookies)
                    #expect(list.text.contains("Chair \(number)"))
                }
                // Without a cookie, a save is visible on its own server, and on others after a
                // notification.
                #expect(try await here.inventory.names().contains("Chair \(number)"))
            }
            try standby.resumeReplay()
            let names = try await first.inventory.names()
            try await waited { try await second.inventory.names() == names }
            #expect(names.count == 6)
        }
    }

    @Test("Pages are read from the replica, and from the primary if it fails")
    func pages() async throws {
        let standby = try TestServer.shared().replica()
        let shared = try SharedSite(readingFrom: standby)
        try await shared.serve { first, second, _ in
            let lamp = try await first.inventory.add("Lamp")
            let server = try TestServer.shared()
            // The replica has caught up with the known state of the database.
            try await waited {
                try await second.inventory.names() == ["Lamp"]
            }
            try standby.catchUp(with: server)
            try standby.pauseReplay()
            // A change made outside all servers shows which database responds.
            try server.run("UPDATE \(shared.name).zitem SET zitemname = 'Raw'")
            #expect(try await second.json(lamp + ".json").text("itemName") == "Lamp")
            for broken in ["x", "-1", "99999999999999999999999", ""] {
                let page = try await second.get(
                    lamp, headers: [.cookie: "homeowner-saved=\(broken)"])
                #expect(page.status == .ok)
            }
            // Once a save is not yet on the replica, the primary responds.
            let saved = try await first.post("/items", [("itemName", "Chair")])
            let item = try await second.inventory.json(
                lamp + ".json", headers: Self.cookies(saved))
            #expect(item.text("itemName") == "Raw")
            standby.crash()
            #expect(try await second.json(lamp + ".json").text("itemName") == "Raw")
            #expect(try await first.post("/items", [("itemName", "Bed")]).status == .seeOther)
        }
    }

    @Test("Without a replica, a user also sees their own save on the other server at once")
    func withoutReplica() async throws {
        try await SharedSite().serve { first, second, _ in
            for number in 1...10 {
                let answer = try await first.post("/items", [("itemName", "Chair \(number)")])
                let list = try await second.get("/items", headers: Self.cookies(answer))
                #expect(list.text.contains("Chair \(number)"))
            }
        }
        // A transaction number that does not exist does not block a user.
        try await SharedSite(hearingSeconds: 1).serve { first, _, _ in
            let far: HTTPFields = [.cookie: "homeowner-saved=9223372036854775807"]
            let page = try await first.get("/items", headers: far)
            #expect(page.status == .ok)
        }
        let answer = try await TestSite().test { client in
            try await InventoryClient(client: client).post("/items", [("itemName", "Lamp")])
        }
        #expect(Self.cookies(answer)[.cookie]?.contains("homeowner-saved") != true)
    }
}
