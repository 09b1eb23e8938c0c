import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("Forms that are sent to several servers", .timeLimit(.minutes(30)))
struct SharedFormTests {
    private static func send(
        _ key: String, _ client: SalesClient, name: String = "Lamp"
    ) async throws -> HTTPResponse.Status {
        try await client.post("/items", [("itemName", name), ("form", key)]).status
    }

    @Test("A form that one server has saved asks first on the other")
    func twice() async throws {
        try await SharedSite().serve { first, second, _ in
            #expect(try await Self.send("mark1", first) == .seeOther)
            #expect(try await Self.send("mark1", second) == .conflict)
            #expect(try await Self.send("mark1", first) == .conflict)
            // A refused form may be sent again, to any server.
            #expect(try await Self.send("mark2", first, name: "") == .unprocessableContent)
            #expect(try await Self.send("mark2", second) == .seeOther)
            // A text that is not a token of this site must not become a file name.
            #expect(try await Self.send("../../x", first) == .seeOther)
            try await waited { try await first.inventory.names().count == 3 }
        }
    }

    @Test("A form that is sent to two servers at once is saved by one")
    func atOnce() async throws {
        try await SharedSite().serve { first, second, _ in
            for number in 0..<20 {
                async let one = Self.send("both\(number)", first)
                async let other = Self.send("both\(number)", second)
                let statuses = try await [one, other]
                #expect(statuses.count { $0 == .seeOther } == 1, "\(statuses)")
                #expect(statuses.count { $0 == .conflict } == 1, "\(statuses)")
            }
            try await waited { try await second.inventory.names().count == 20 }
        }
    }

    @Test("Of a grocery whose key comes to two servers at once, one adds it")
    func groceries() async throws {
        try await SharedSite().serve { first, second, _ in
            let names = ["eggs", "milk", "oil", "rice", "salt", "soap", "tea"]
            for number in 0..<20 {
                // Two in three are added to a grocery of the same name.
                let fields = [("entry", names[number % 7]), ("key", UUID().uuidString)]
                async let one = first.post("/groceries", fields)
                async let other = second.post("/groceries", fields)
                for response in try await [one, other] { #expect(response.status == .seeOther) }
            }
            try await waited {
                let list = try await second.inventory.json("/groceries.json")
                let records = try #require(list["records"] as? [[String: Any]])
                let quantities = records.compactMap { ($0["quantity"] as? String) }
                return quantities.sorted() == ["2", "3", "3", "3", "3", "3", "3"]
            }
        }
    }

    @Test("Keys are deleted after a day, and no sooner")
    func sweeping() throws {
        let shared = try SharedSite()
        let household = try Household(directory: shared.directory)
        let keys = IdempotencyKeys(sharedIn: household.directory.forms)
        for key in ["old", "new"] { #expect(try keys.register(key) == .first) }
        let old = timeval(tv_sec: time(nil) - 25 * 60 * 60, tv_usec: 0)
        #expect(utimes(household.directory.forms + "/old", [old, old]) == 0)
        try household.forgetStale()
        #expect(try keys.register("old") == .first)
        #expect(try keys.register("new") == .underway)
        keys.release("new")
        #expect(try keys.register("new") == .first)
        try household.close()
    }
}
