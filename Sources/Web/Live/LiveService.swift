import Domain
import Logging
import ServiceLifecycle

/// Follows the saves while the server runs, and ends all windows when it is told to stop, so that
/// none of them keeps it.
struct LiveService: Service {
    let feed: LiveFeed
    /// Who can sign in; nil where nobody needs to.
    var accounts: Accounts?
    var logger: Logger?
    /// How often it shows that it is there.
    var interval = Duration.seconds(15)
    /// How often it looks whether somebody has lost what they had.
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
            // Windows were let in when they were opened: now they have to ask again.
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
            // The server ends.
            return nil
        } catch {
            logger?.error("The accounts cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
