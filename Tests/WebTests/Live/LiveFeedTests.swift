import Foundation
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Open windows")
struct LiveFeedTests {
    @Test("A window hears of what is added, changed and deleted elsewhere")
    func windowHears() async throws {
        try await TestSite().testLive { client in
            let inventory = InventoryClient(client: client)
            let window = try EventReader(
                port: #require(client.port), path: "/model/Item.events?sort=itemName")
            try await window.next("retry")

            let path = try await inventory.add("Lamp")
            #expect(try await window.next("insert").contains(#""id":1,"index":0"#))
            try await inventory.add("Chair")
            #expect(try await window.next("insert").contains(#""id":2,"index":0"#))
            _ = try await inventory.post(path, [("itemName", "Bowl")])
            #expect(try await window.next("move").contains(#""id":1,"index":0"#))
            _ = try await inventory.post(path + "/delete")
            #expect(try await window.next("delete").contains(#""id":1,"index":0"#))
        }
    }

    @Test("A window that missed something is told to read the view again; one that did not is not")
    func reconnecting() async throws {
        try await TestSite().testLive { client in
            let inventory = InventoryClient(client: client)
            let port = try #require(client.port)
            let first = try EventReader(port: port, path: "/model/Item.events")
            try await first.next("retry")
            try await inventory.add("Lamp")
            let last = try await first.next("totals")
            let id = try #require(last.firstMatch(of: /id: (\S+)/)?.1)

            let again = try EventReader(
                port: port, path: "/model/Item.events", lastEventID: String(id))
            let late = try EventReader(
                port: port, path: "/model/Item.events", lastEventID: "0-1")

            try await late.next("reload")
            try await inventory.add("Chair")
            let next = try await again.next("insert")
            #expect(!next.contains("event: reload"))
        }
    }

    @Test("What cannot be read is refused before anything is sent")
    func refusals() async throws {
        try await TestSite.inventory { client in
            #expect(
                try await client.get("/model/Item.events?sort=x").status == .unprocessableContent)
            #expect(try await client.get("/model/Nobody.events").status == .notFound)
        }
    }
}

/// Reads the events of a stream as they come.
private final class EventReader {
    private let connection: RawConnection
    private var text = ""

    init(port: Int, path: String, lastEventID: String? = nil) throws {
        connection = try RawConnection(port: port)
        let header = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(header)\r\n")
    }

    /// Waits for an event of a kind. Returns all that came until then, and forgets it.
    @discardableResult
    func next(_ kind: String) async throws -> String {
        let start = kind == "retry" ? "retry:" : "event: \(kind)\n"
        while true {
            if let found = text.range(of: start),
                let end = text.range(of: "\n\n", range: found.upperBound..<text.endIndex)
            {
                defer { text.removeSubrange(..<end.upperBound) }
                return String(text[..<end.upperBound])
            }
            let more = try await connection.receive()
            try #require(!more.isEmpty, "The stream has ended; it was: \(text)")
            text += more
        }
    }
}
