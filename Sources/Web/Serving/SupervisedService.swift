import Domain
import Logging
import Persistence
import ServiceLifecycle

/// Tells whoever watches over the server that it is up, and, as long as its records can be read, that
/// all is well.
struct SupervisedService: Service {
    let household: Household
    let logger: Logger
    /// Nil if nobody watches.
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
                // Cancellation is the same here as a graceful end.
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
                // Whoever cannot read in this time is started anew.
                _ = try await household.container.read {
                    try $0.count(for: FetchRequest<AssetType>())
                }
                supervisor.tell("WATCHDOG=1")
                try await Task.sleep(for: interval)
            } catch is CancellationError {
                return
            } catch let error as any StoreAvailability where error.isStoreUnavailable {
                // A database that is away comes back whether the server is started anew or not.
                logger.error("The database is away", metadata: ["error": "\(error)"])
                supervisor.tell("WATCHDOG=1")
                try? await Task.sleep(for: interval)
            } catch {
                logger.error("The records cannot be read", metadata: ["error": "\(error)"])
                // No sign of life; the next look may find it well again.
                try? await Task.sleep(for: interval)
            }
        }
    }
}
