import Foundation
import HummingbirdTesting
import Testing

@testable import Web

/// Bodies that are refused before they are received.
struct RefusedBodyTests {
    private static let head =
        "POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000000\r\n"
        + "Content-Type: multipart/form-data; boundary=XYZ\r\n\r\n"

    @Test("A client that continues to send after the refusal is soon disconnected")
    func endless() async throws {
        try await Self.serve { port in
            let connection = try RawConnection(port: port)
            try connection.send(Self.head)

            let answer = try await connection.receive()
            let taken = await connection.sendUntilClosed(most: 128 << 20)

            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.lowercased().contains("connection: close"))
            // Bytes in the system's buffers count as sent.
            #expect(taken < 128 << 20)
        }
    }

    @Test("A client that stops sending after the refusal is disconnected")
    func silent() async throws {
        try await Self.serve { port in
            let connection = try RawConnection(port: port)
            try connection.send(Self.head)

            // It ends with the connection, and only the limit of such bodies ends that.
            let answer = try await connection.receive(until: "no answer has this")
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("After a refused form of usual size the connection stays open")
    func small() async throws {
        try await Self.serve { port in
            let connection = try RawConnection(port: port)
            let body = "itemName=Sofa"
            try connection.send(
                "POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Origin: http://other.example\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\r\n")
            let answer = try await connection.receive()
            try connection.send(body + "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")

            #expect(answer.hasPrefix("HTTP/1.1 403 "))
            #expect(!answer.lowercased().contains("connection: close"))
            let rest = try await connection.receive(until: "\r\n\r\nok")
            #expect(rest.contains("HTTP/1.1 200 "))
        }
    }

    private static func serve(
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        // The second test waits for this; the others end before.
        let site = try TestSite { configuration in
            configuration.limits.restSeconds = 1
            configuration.limits.readTimeoutSeconds = 600
            configuration.limits.idleTimeoutSeconds = 600
        }
        try await site.application().test(.live) { client in
            try await body(try #require(client.port))
        }
    }
}

extension RawConnection {
    /// Sends until the server closes the connection, or has received a number of bytes. Returns how many
    /// were sent.
    fileprivate func sendUntilClosed(most: Int) async -> Int {
        let block = String(repeating: "x", count: 1 << 16)
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var count = 0
                while count < most, (try? self.send(block)) != nil { count += block.utf8.count }
                continuation.resume(returning: count)
            }
        }
    }
}
