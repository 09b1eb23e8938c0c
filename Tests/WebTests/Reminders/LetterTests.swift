import Foundation
import Synchronization
import Testing

@testable import Web

@Suite("Letters to servers")
struct LetterTests {
    /// Longer than any answer takes on a busy machine.
    private static let limit = Duration.seconds(60)

    private static func post(
        _ server: LocalServer, path: String = "/hook", host: String = "127.0.0.1"
    ) -> Letter {
        Letter(
            address: "http://\(host):\(server.port)\(path)", body: "{\"ä\":1}\n",
            fields: ["Content-Type: application/json", "Homeowner-Reminder: 7"], reach: .anywhere)
    }

    private static func mail(_ server: LocalServer) -> Letter {
        Letter(
            address: "smtp://127.0.0.1:\(server.port)", body: "Subject: Hello\r\n\r\n.\r\nText\r\n",
            sender: "home@example.org", recipient: "anna@example.org", user: "home",
            password: "secret", reach: .anywhere)
    }

    private static func failure(
        _ letter: Letter, within limit: Duration = limit
    ) async -> String {
        do {
            try await letter.send(within: limit)
            return ""
        } catch {
            return (error as? Letter.Failure)?.reason ?? "\(error)"
        }
    }

    @Test("A document is posted with its header, and a redirect is not followed")
    func posting() async throws {
        let server = try LocalServer.http { request in
            request.hasPrefix("POST /moved")
                ? "HTTP/1.1 302 Found\r\nLocation: /hook\r\nContent-Length: 0\r\n\r\n"
                : LocalServer.ok
        }

        try await Self.post(server).send(within: Self.limit)
        let moved = await Self.failure(Self.post(server, path: "/moved"))

        #expect(server.received.count == 2)
        let request = try #require(server.received.first)
        #expect(request.hasPrefix("POST /hook HTTP/1.1\r\n"))
        #expect(request.contains("\r\nHomeowner-Reminder: 7\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"ä\":1}\n"))
        #expect(moved == "The server answered with the status 302. Redirects are not followed.")
    }

    @Test("A mail reaches its server, which may refuse it, and no password goes without encryption")
    func mailing() async throws {
        let (server, strict) = (try LocalServer.smtp(), try LocalServer.smtp(recipient: "550 No"))
        var encrypted = Self.mail(server)
        encrypted.startsTLS = true

        try await Self.mail(server).send(within: Self.limit)
        let refused = await Self.failure(Self.mail(strict))
        let unencrypted = await Self.failure(encrypted)

        let dialogue = try #require(server.received.first)
        #expect(dialogue.contains("MAIL FROM:<home@example.org>"))
        #expect(dialogue.contains("RCPT TO:<anna@example.org>\r\n"))
        #expect(dialogue.contains("Subject: Hello\r\n\r\n..\r\nText\r\n.\r\n"))
        #expect(refused == "The server refused it with the code 550.")
        #expect(unencrypted == "The server does not encrypt.")
        #expect(server.received.count == 1)
    }

    @Test(
        "Nothing inside the network is connected to, however it is written",
        arguments: [
            "127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "0x7f.1",
            "2130706433",
        ], [Letter.Reach.internet, .network])
    func inside(host: String, reach: Letter.Reach) async throws {
        let server = try LocalServer.http()
        var letter = Self.post(server, host: host)
        letter.reach = reach

        let failure = await Self.failure(letter)

        #expect(failure.contains("this machine"), "\(failure)")
        #expect(failure.contains("local network") == (reach == .internet), "\(failure)")
        #expect(server.received.isEmpty && server.mostAtOnce == 0)
    }

    @Test("An address of this machine's network is one of its own, and needs the consent for it")
    func network() throws {
        for address in NetworkAddresses.own {
            let bytes = address.split(separator: ".").compactMap { UInt8($0) }
            #expect(NetworkAddresses.reach(bytes) && NetworkAddresses.isOwn(bytes))
        }
        #expect(!NetworkAddresses.isOwn([8, 8, 8, 8]))
        #expect(NetworkAddresses.reach([127, 0, 0, 1]) && !NetworkAddresses.reach([8, 8, 8, 8]))
        #expect(!NetworkAddresses.reach([]))
    }

    @Test("A mail has arrived once it is accepted, however slow the farewell is")
    func farewell() async throws {
        let hasArrived = DispatchSemaphore(value: 0)
        let wasAwaited = Mutex<Bool?>(nil)
        let server = try LocalServer.smtp(farewell: { _ in
            // The client waits longer than this.
            let result = hasArrived.wait(timeout: .now() + 50)
            wasAwaited.withLock { $0 = result == .timedOut }
        })

        try await Self.mail(server).send(within: Self.limit)
        hasArrived.signal()

        #expect(server.received.count == 1)
        while wasAwaited.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(wasAwaited.withLock { $0 } == false)
    }

    @Test("A server that is silent, endless, false or away is given up")
    func misbehaving() async throws {
        let silent = try LocalServer { _ = $0.receive(until: "never") }
        let endless = try LocalServer.http { request in
            "HTTP/1.1 \(request.hasPrefix("POST /hook") ? 200 : 500) X\r\nContent-Length: 70000\r\n\r\n"
                + String(repeating: "x", count: 70_000)
        }
        let missing = try LocalServer.http { _ in "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n" }
        let away = Letter(address: "http://127.0.0.1:1/", body: "x", reach: .anywhere)
        let file = Letter(address: "file:///etc/passwd", body: "x", reach: .anywhere)

        #expect(
            await Self.failure(Self.post(silent), within: .milliseconds(300))
                == "The server did not answer in time.")
        #expect(await Self.failure(Self.post(endless)) == "", "it has arrived")
        #expect(
            await Self.failure(Self.post(endless, path: "/not"))
                == "The server answered with the status 500.")
        #expect(
            await Self.failure(Self.post(missing)) == "The server answered with the status 404.")
        let unreachable = "The server cannot be reached, or closed the connection."
        #expect(await Self.failure(away) == unreachable)
        #expect(await Self.failure(file) == unreachable)
    }
}
