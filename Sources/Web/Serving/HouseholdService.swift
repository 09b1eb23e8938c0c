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
            group.addTask { await warm() }
            group.addTask { await sweep() }
            group.addTask {
                // Cancellation is the same to this service as a graceful end: it closes the store.
                try? await gracefulShutdown()
            }
        }
        do {
            try household.close()
        } catch {
            logger.error("The store was not closed in order", metadata: ["error": "\(error)"])
        }
    }

    /// The first search of a large shop would wait for this otherwise.
    private func warm() async {
        do {
            try await cancelWhenGracefulShutdown { try await household.warm() }
        } catch is CancellationError {
        } catch {
            logger.error("The sales were not read ahead", metadata: ["error": "\(error)"])
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
