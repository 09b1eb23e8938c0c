import Domain
import Logging
import Persistence
import ServiceLifecycle

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
            logger.warning("The supervisor that the environment names does not listen")
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
