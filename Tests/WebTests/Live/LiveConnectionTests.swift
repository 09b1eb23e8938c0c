import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Connections of open windows")
struct LiveConnectionTests {
    @Test("Leaving a form updates the number of editing windows for others")
    func leaving() async throws {
        try await Self.serve { port, client in
            let path = try await Self.addItem(client)
            let reader = try RawConnection(port: port)
            try reader.send(Self.get(path + ".events"))
            let start = try await reader.receive(until: "retry: 2000")
            var editor: RawConnection? = try RawConnection(port: port)
            try editor?.send(Self.get(path + ".events?editing=yes"))

            let opened = try await reader.receive(until: "}")
            editor = nil
            let left = try await reader.receive(until: "}")

            #expect(start.hasPrefix("HTTP/1.1 200 "))
            #expect(start.contains("text/event-stream"))
            #expect(opened.contains("event: editing\ndata: {\"windows\":1}"))
            #expect(left.contains("event: editing\ndata: {\"windows\":0}"))
        }
    }

    @Test("The server stops without waiting for windows", .timeLimit(.minutes(60)))
    func shutdown() async throws {
        let site = try TestSite { $0.limits.shutdownSeconds = 3_600 }
        let connection = try await site.application().serve { client in
            let connection = try RawConnection(port: try #require(client.port))
            try connection.send(Self.get("/items.events"))
            _ = try await connection.receive(until: "retry: 2000")
            return connection
        }

        #expect(try await connection.receive(until: "no stream has this").hasSuffix("0\r\n\r\n"))
    }

    @Test("A HEAD request opens no window")
    func head() async throws {
        try await Self.serve { port, client in
            let path = try await Self.addItem(client)
            for _ in 0..<3 {
                let head = try await client.execute(
                    uri: path + ".events?editing=yes", method: .head)
                #expect(head.status == .ok)
            }
            let connection = try RawConnection(port: port)
            try connection.send(Self.get(path + ".events"))

            _ = try await connection.receive(until: "retry: 2000")
            try await client.execute(
                uri: path, method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: .init(string: "itemName=Chair"))
            let events = try await connection.receive(until: "event: update")

            #expect(!events.contains("\"windows\":1"))
        }
    }

    @Test(
        "Lists that are read as a whole have events too: parked sales, the inbox, photos, documents"
    )
    func wholeLists() async throws {
        try await Self.serve { port, client in
            let item = try await Self.addItem(client)
            for list in ["/sales/parked", "/inbox", item + "/photos", item + "/documents"] {
                let page = try await client.execute(uri: list, method: .get)
                let events = "href=\"\(list).events?perPage=all\""
                #expect(String(buffer: page.body).contains(events), "\(list)")
                let refused = try await client.execute(
                    uri: list + ".events?sort=nothing", method: .get)
                #expect(refused.status == .unprocessableContent, "\(list)")
            }
            let connection = try RawConnection(port: port)
            try connection.send(Self.get("/sales/parked.events"))
            _ = try await connection.receive(until: "retry: 2000")

            let parked = try await client.execute(
                uri: "/sales", method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: .init(string: "lines[0][productName]=Rug&park=yes"))

            #expect(parked.status == .seeOther)
            let events = try await connection.receive(until: "event: totals")
            #expect(events.contains("event: insert\ndata: {\"id\":1,\"index\":0}"))
        }
    }

    private static func get(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    }

    /// Returns the address of the item.
    private static func addItem(_ client: any TestClientProtocol) async throws -> String {
        let added = try await client.execute(
            uri: "/items", method: .post,
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: .init(string: "itemName=Lamp"))
        return try #require(added.headers[.location])
    }

    private static func serve(
        _ body: @escaping @Sendable (Int, any TestClientProtocol) async throws -> Void
    ) async throws {
        let site = try TestSite()
        try await site.application().serve { client in
            try await body(try #require(client.port), client)
        }
    }
}
