import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import Testing

@testable import Web

/// Uploads over a socket, as clients send them. Each test has its own server.
struct UploadTests {
    @Test("A file of many chunks is received completely")
    func wholeFile() async throws {
        try await Self.serve { client, _ in
            let content = String(repeating: "0123456789", count: 50_000)
            let response = try await client.execute(Self.upload(Self.form(content)))

            #expect(response.status == .ok)
            #expect(response.body.map { String(buffer: $0) } == "photo.jpg 500000 ok")
        }
    }

    @Test("A file over the limit is refused by name and size, and the connection stays open")
    func tooLarge() async throws {
        try await Self.serve { client, _ in
            let form = Self.form(String(repeating: "x", count: 1_000_001))
            let refused = try await client.execute(Self.upload(form))
            let next = try await client.execute(
                TestClient.Request("/health", method: .get, authority: "localhost"))

            #expect(refused.status == .contentTooLarge)
            let text = refused.body.map { String(buffer: $0) } ?? ""
            #expect(text.contains("It is 1.1 MB; at most 1 MB are accepted."))
            #expect(next.status == .ok)
        }
    }

    @Test("A client that expects 100-continue gets it at once")
    func goAhead() async throws {
        try await Self.serve { _, port in
            let connection = try RawConnection(port: port)
            let form = Self.form("abc")
            try connection.send(Self.head(length: form.utf8.count, expects: true))

            #expect(try await connection.receive().hasPrefix("HTTP/1.1 100 Continue"))
            try connection.send(form)
            #expect(try await connection.receive().hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test("A client that expects 100-continue with a file over the limit is refused before sending")
    func refusedAhead() async throws {
        try await Self.serve { _, port in
            let connection = try RawConnection(port: port)
            try connection.send(Self.head(length: 90_000_000, expects: true))

            let answer = try await connection.receive()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("A body that arrives too slowly closes the connection")
    func trickle() async throws {
        try await Self.serve(timeoutSeconds: 1) { _, port in
            let connection = try RawConnection(port: port)
            try connection.send(Self.head(length: 100_000, expects: false))
            try connection.send("--XYZ\r\n")

            #expect(try await connection.receive() == "")
        }
    }

    @Test(
        "A silent connection, or one with unterminated headers, is closed",
        arguments: ["", "GET"])
    func silence(text: String) async throws {
        try await Self.serve(timeoutSeconds: 1) { _, port in
            let connection = try RawConnection(port: port)
            try connection.send(text)

            #expect(try await connection.receive() == "")
        }
    }

    @Test("Headers over the limit are refused")
    func headers() async throws {
        try await Self.serve { _, port in
            let connection = try RawConnection(port: port)
            let long = String(repeating: "a", count: 40_000)
            try connection.send(
                "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: \(long)\r\n\r\n")

            #expect(try await connection.receive().hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("A request without Host is malformed")
    func noHost() async throws {
        try await Self.serve { _, port in
            let connection = try RawConnection(port: port)
            try connection.send("GET /health HTTP/1.1\r\n\r\n")

            #expect(try await connection.receive().hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test(
        "Two Host headers are malformed, and a Host with user information is misdirected",
        arguments: [
            ("Host: localhost\r\nHost: evil.example\r\n", "400"),
            ("Host: localhost\r\nhost: localhost\r\n", "400"),
            ("Host: 127.0.0.1:8201@evil.example\r\n", "421"),
        ])
    func badHosts(headers: String, status: String) async throws {
        try await Self.serve { _, port in
            let connection = try RawConnection(port: port)
            try connection.send("GET /health HTTP/1.1\r\n\(headers)\r\n")

            #expect(try await connection.receive().hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test("A request in progress is completed before the server stops")
    func gracefulEnd() async throws {
        let (requests, arrived) = AsyncStream.makeStream(of: Void.self)
        let connection = try await Self.serve(slowRequests: arrived) { _, port in
            let connection = try RawConnection(port: port)
            try connection.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for await _ in requests { break }
            return connection
        }

        // The server has stopped here.
        #expect(try await connection.receive(until: "done").hasSuffix("done"))
    }

    // MARK: - The server

    private static let type = "multipart/form-data; boundary=XYZ"

    private static func form(_ content: String) -> String {
        """
        --XYZ\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\n\
        Content-Type: image/jpeg\r\n\r\n\(content)\r\n--XYZ--\r\n
        """
    }

    private static func upload(_ form: String) -> TestClient.Request {
        TestClient.Request(
            "/echo", method: .post, authority: "localhost", headers: [.contentType: type],
            body: ByteBuffer(string: form))
    }

    private static func head(length: Int, expects: Bool) -> String {
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(length)\r\n" + (expects ? "Expect: 100-continue\r\n" : "") + "\r\n"
    }

    /// Serves while a closure runs.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: the limits of the server; by default they are never reached.
    ///   - slowRequests: is called for each slow request.
    private static func serve<Value: Sendable>(
        timeoutSeconds: Int = 600,
        slowRequests: AsyncStream<Void>.Continuation? = nil,
        _ body: @escaping @Sendable (TestClient, Int) async throws -> Value
    ) async throws -> Value {
        let testSite = try TestSite { configuration in
            configuration.limits.uploadBytes = 1_000_000
            configuration.limits.readTimeoutSeconds = timeoutSeconds
            configuration.limits.idleTimeoutSeconds = timeoutSeconds
        }
        let household = try Household.open(testSite.configuration)
        let site = try testSite.site(household)
        var logger = Logger(label: "UploadTests")
        logger.logLevel = .critical
        let application = try makeApplication(
            site, [HealthController(), EchoController(site: site, slowRequests: slowRequests)],
            services: [], logger: logger)
        return try await application.test(.live) { client in
            let port = try #require(client.port)
            return try await TestClient.withClient(
                host: "localhost", port: port, configuration: .init(timeout: .seconds(600))
            ) { try await body($0, port) }
        }
    }

    /// Returns what was received; at another address, responds when the server is to stop.
    private struct EchoController: RouteProvider {
        let site: Site
        let slowRequests: AsyncStream<Void>.Continuation?

        func addRoutes(to routes: inout SiteRoutes) {
            routes.post(.file("echo"), by: .everybody) { request, _ in
                let form = try await site.form(of: request)
                let file = try #require(form.file("image"))
                let isSpooled = FileManager.default.fileExists(atPath: file.path)
                return Self.text(
                    "\(file.fileName) \(file.byteCount) \(isSpooled ? "ok" : "missing")")
            }
            routes.get(.file("slow"), by: .everybody) { _, _ in
                slowRequests?.yield()
                try await gracefulShutdown()
                return Self.text("done")
            }
        }

        private static func text(_ text: String) -> Response {
            Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
