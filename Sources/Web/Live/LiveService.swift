import Domain
import Logging
import ServiceLifecycle

/// Follows the saves while the server runs, and ends all windows when it stops, so that they do not
/// delay it.
struct LiveService: Service {
    let feed: LiveFeed
    /// The accounts; nil if there are none.
    var accounts: Accounts?
    var logger: Logger?
    /// The interval of keep-alive comments.
    var interval = Duration.seconds(15)
    /// The interval of checks for revoked rights.
    var pause = Duration.seconds(1)

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await sendSigns() }
                await feed.follow()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            feed.close()
        }
    }

    private func sendSigns() async {
        var revocations = await revocations()
        var nextSign = ContinuousClock.now + interval
        while (try? await Task.sleep(for: min(interval, pause))) != nil {
            let former = revocations
            revocations = await self.revocations()
            // Windows were authorized when they were opened, and have to be authorized again.
            if former != revocations { feed.endWindows() }
            if ContinuousClock.now >= nextSign {
                feed.sendSigns()
                nextSign = ContinuousClock.now + interval
            }
        }
    }

    private func revocations() async -> Int? {
        do {
            return try await accounts?.revocations
        } catch is CancellationError {
            // The server stops.
            return nil
        } catch {
            logger?.error("The accounts cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
