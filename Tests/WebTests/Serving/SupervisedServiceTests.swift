import Foundation
import Testing

@testable import Domain
@testable import Web

@Suite("Notifications to the supervisor", .timeLimit(.minutes(30)))
struct SupervisedServiceTests {
    @Test("It is notified when the server is ready, and at intervals after that")
    func signs() async throws {
        let listener = try NotifySocket()
        defer { listener.close() }
        let folder = NSTemporaryDirectory() + "homeowner-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let household = try Household(directory: DataDirectory(path: folder))
        let supervisor = Supervisor(environment: [
            "NOTIFY_SOCKET": listener.path, "WATCHDOG_USEC": "20000",
        ])
        let service = SupervisedService(
            household: household, logger: LogRecorder().logger, supervisor: supervisor)
        let running = Task { try await service.run() }

        let heard = listener.receive(3)
        running.cancel()
        try await running.value

        #expect(heard == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"])
        try household.close()
    }

    @Test("The watchdog is on only if the environment names it and this process")
    func environment() throws {
        #expect(Supervisor(environment: [:]) == nil)
        #expect(Supervisor(environment: ["NOTIFY_SOCKET": ""]) == nil)
        let other = try #require(
            Supervisor(environment: [
                "NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1",
            ]))
        #expect(other.watchInterval == nil)
        #expect(!other.tell("READY=1"))
    }
}

/// A socket that listens as systemd does.
private final class NotifySocket {
    let path = NSTemporaryDirectory() + "notify-\(UUID().uuidString.prefix(8))"
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    /// The next messages; waits for them.
    func receive(_ count: Int) -> [String] {
        (0..<count).map { _ in
            var bytes = [UInt8](repeating: 0, count: 100)
            let length = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, length)), as: UTF8.self)
        }
    }

    func close() {
        Foundation.close(descriptor)
        unlink(path)
    }
}
