import Domain
import Foundation
import Logging
import Persistence
import ServiceLifecycle

/// The service manager, systemd, which is notified when the server is running and healthy
/// (sd_notify(3)).
struct Supervisor: Sendable {
    /// The path of its socket; `@` starts an abstract one.
    private let socket: String
    /// The interval of watchdog notifications; nil without a watchdog.
    let watchInterval: Duration?

    /// The service manager of the environment; nil if there is none.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let socket = environment["NOTIFY_SOCKET"], !socket.isEmpty else { return nil }
        self.socket = socket
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        // Half of the required interval, as a margin.
        watchInterval = isMeant ? time.map { .microseconds($0 / 2) } : nil
    }

    /// Sends a notification: `READY=1`. Returns whether that succeeded.
    @discardableResult
    func tell(_ state: String) -> Bool {
        let descriptor = Foundation.socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socket.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let length = socklen_t(offset + path.count)
        let text = Array(state.utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
        return sent == text.count
    }
}

/// Reports to the service manager that the server is running and, as long as records can be read,
/// that it is healthy.
struct SupervisedService: Service {
    let household: Household
    let logger: Logger
    /// Nil without a service manager.
    var supervisor = Supervisor()

    func run() async throws {
        guard let supervisor else {
            try? await gracefulShutdown()
            return
        }
        guard supervisor.tell("READY=1") else {
            logger.warning("The service manager of NOTIFY_SOCKET does not listen")
            try? await gracefulShutdown()
            return
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await watch(supervisor) }
            group.addTask {
                // Cancellation is treated like a graceful end.
                try? await gracefulShutdown()
            }
            _ = await group.next()
            group.cancelAll()
        }
        supervisor.tell("STOPPING=1")
    }

    private func watch(_ supervisor: Supervisor) async {
        guard let interval = supervisor.watchInterval else {
            try? await gracefulShutdown()
            return
        }
        while !Task.isCancelled {
            do {
                // If the read takes longer than the watchdog allows, the server is restarted.
                _ = try await household.container.read {
                    try $0.count(for: FetchRequest<AssetType>())
                }
                supervisor.tell("WATCHDOG=1")
                try await Task.sleep(for: interval)
            } catch is CancellationError {
                return
            } catch let error as any StoreAvailability where error.isStoreUnavailable {
                // A restart would not bring back a database that is away.
                logger.error("The database is unavailable", metadata: ["error": "\(error)"])
                supervisor.tell("WATCHDOG=1")
                try? await Task.sleep(for: interval)
            } catch {
                logger.error("The records cannot be read", metadata: ["error": "\(error)"])
                // No notification now; the next check may succeed.
                try? await Task.sleep(for: interval)
            }
        }
    }
}
