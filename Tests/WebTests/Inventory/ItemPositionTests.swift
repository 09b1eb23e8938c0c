import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct ItemPositionTests {
    @Test(
        "An item moves to an index, by a step, or to a place",
        arguments: [
            ("toIndex", "0", "CABD"), ("toIndex", "3", "ABDC"), ("toIndex", "99", "ABDC"),
            ("toIndex", "99999999999999999999", "ABDC"), ("toIndex", "2", "ABCD"),
            ("toIndex", "1", "ACBD"), ("move", "up", "ACBD"), ("move", "down", "ABDC"),
            ("move", "first", "CABD"), ("move", "last", "ABDC"), ("place", "1", "CABD"),
            ("place", "4", "ABDC"),
        ])
    func move(field: String, value: String, expected: String) async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, ["A", "B", "C", "D"])

            let response = try await client.post(paths[2] + "/position", [(field, value)])

            let key = paths[2].split(separator: "/")[1]
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/items#item-\(key)")
            #expect(try await client.names().joined() == expected)
        }
    }

    @Test(
        "An invalid position is refused and moves nothing",
        arguments: [
            ("toIndex", "-1"), ("toIndex", "x"), ("toIndex", ""), ("toIndex", "1.5"),
            ("place", "0"), ("move", "sideways"), ("move", ""), ("other", "1"),
        ])
    func refusal(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, ["A", "B"])

            let response = try await client.post(paths[1] + "/position", [(field, value)])
            let forProgram = try await client.post(
                paths[1] + "/position", [(field, value)], headers: InventoryClient.json)

            #expect(response.status == .unprocessableContent)
            #expect(forProgram.status == .unprocessableContent)
            #expect(forProgram.headers[.contentType] == "application/problem+json")
            #expect(try await client.names() == ["A", "B"])
        }
    }

    @Test("The response redirects to the page of the list that now has the row")
    func page() async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, (0..<60).map { "\($0)" })

            let response = try await client.post(paths[0] + "/position", [("move", "last")])
            let key = paths[0].split(separator: "/")[1]
            #expect(response.headers[.location] == "/items?page=2#item-\(key)")

            let page = try await client.get("/items?page=2")
            #expect(page.text.contains("id=\"item-\(key)\""))
        }
    }

    @Test("A program gets the record")
    func program() async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, ["A", "B"])

            let response = try await client.post(
                paths[1] + "/position", [("toIndex", "0")], headers: InventoryClient.json)

            #expect(response.status == .ok)
            #expect(try response.json["orderingValue"] as? Double == 0)
        }
    }

    @Test("A person in a browser can undo a move")
    func undo() async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, ["A", "B", "C"])

            let response = try await client.post(
                paths[2] + "/position", [("move", "first")], headers: [.secFetchMode: "navigate"])
            let page = try await client.get("/items", headers: response.sentCookie)

            #expect(response.headers[.location]?.hasPrefix("/items#item-") == true)
            #expect(page.text.contains("“C” is now in place 1."))
            #expect(page.text.contains("action=\"\(paths[2])/position\""))
            #expect(page.text.contains("name=\"toIndex\" value=\"2\""))
        }
    }

    @Test("A move on a list that has changed since is refused with the current position")
    func staleList() async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, ["A", "B", "C", "D"])
            let keys = paths.map { String($0.split(separator: "/")[1]) }
            // The window shows A B C D; another one moves A to the end.
            _ = try await client.post(paths[0] + "/position", [("move", "last")])

            let moved = try await client.post(
                paths[1] + "/position", [("toIndex", "0"), ("fromIndex", "1")],
                headers: InventoryClient.json)
            let displaced = try await client.post(
                paths[3] + "/position", [("toIndex", "0"), ("inPlaceOf", keys[0])],
                headers: InventoryClient.json)

            #expect(moved.status == .conflict)
            #expect(
                try moved.json["detail"] as? String == """
                    The order was changed meanwhile, perhaps in another window. “B” stays in place 1.
                    """)
            #expect(displaced.status == .conflict)
            #expect(try await client.names() == ["B", "C", "D", "A"])
        }
    }

    @Test("A move with the expected position on the current list is made")
    func freshList() async throws {
        try await TestSite.inventory { client in
            let paths = try await Self.fill(client, ["A", "B", "C"])
            let key = String(paths[2].split(separator: "/")[1])

            let moved = try await client.post(
                paths[0] + "/position",
                [("toIndex", "2"), ("fromIndex", "0"), ("inPlaceOf", key)],
                headers: InventoryClient.json)
            let refused = try await client.post(
                paths[0] + "/position", [("toIndex", "0"), ("inPlaceOf", "x")],
                headers: InventoryClient.json)

            #expect(moved.status == .ok)
            #expect(refused.status == .unprocessableContent)
            #expect(try await client.names() == ["B", "C", "A"])
        }
    }

    private static func fill(
        _ client: InventoryClient, _ names: [String]
    ) async throws -> [String] {
        var paths: [String] = []
        for name in names { paths.append(try await client.add(name)) }
        return paths
    }
}
