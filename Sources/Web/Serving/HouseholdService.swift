import Domain
import Logging
import ServiceLifecycle

/// Keeps the household open while the server runs, and closes it when the last request has ended.
///
/// Services stop in the reverse order of their start: this one starts before the server.
struct HouseholdService: Service {
    let household: Household
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await sweep() }
            group.addTask {
                // Cancellation is the same to this service as a graceful end: it closes the store.
                try? await gracefulShutdown()
            }
            await group.next()
            await group.next()
        }
        do {
            try household.close()
        } catch {
            logger.error("The store was not closed in order", metadata: ["error": "\(error)"])
        }
    }

    private func sweep() async {
        do {
            let sweep = try await cancelWhenGracefulShutdown { try await household.sweep() }
            guard !sweep.isEmpty else { return }
            logger.notice(
                "Put right what an earlier run left",
                metadata: [
                    "removed pictures": "\(sweep.removedCount)",
                    "repaired items": "\(sweep.repaired)",
                    "items with an unreadable picture": "\(sweep.unreadable)",
                ])
        } catch is CancellationError {
        } catch {
            logger.error("The sweep of pictures failed", metadata: ["error": "\(error)"])
        }
    }
}
