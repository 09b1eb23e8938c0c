import Domain
import Logging
import ServiceLifecycle

/// Keeps the household open while the server runs, and closes it after the last request.
///
/// Services stop in the reverse order of their start, and this one starts before the server.
struct HouseholdService: Service {
    let household: Household
    let logger: Logger
    /// The accounts, closed with the household.
    var accounts: Accounts?
    /// The pause before failed work is retried.
    var pause = Duration.seconds(5)
    /// The delay before background work, which leaves the processors to the first requests.
    var firstPause = Duration.milliseconds(250)
    /// The interval for removing expired data.
    var sweepInterval = Duration.seconds(60)

    func run() async throws {
        await attempt("The pause failed") { try await Task.sleep(for: firstPause) }
        StartCode.forget()
        await attempt("The imports were not checked") { try warnOfUnreadableImports() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await sweep() }
            group.addTask { await tend() }
            group.addTask {
                // Cancellation is treated like a graceful end: the store is closed.
                try? await gracefulShutdown()
            }
        }
        do {
            try accounts?.close()
            try household.close()
        } catch {
            logger.error("The store was not closed properly", metadata: ["error": "\(error)"])
        }
    }

    private func warnOfUnreadableImports() throws {
        let unreadable = try household.unreadableImports()
        guard !unreadable.isEmpty else { return }
        logger.warning(
            """
            The records of some imports cannot be read, so they can be neither undone nor completed: a newer version of \
            the program has written them, or they are damaged
            """, metadata: ["imports": "\(unreadable.map { "\($0.id) of \($0.date)" })"])
    }

    private func sweep() async {
        await attempt("Unused pictures were not removed") {
            let sweep = try await household.sweep()
            guard !sweep.isEmpty else { return }
            logger.notice(
                "Repaired what an earlier run left behind",
                metadata: [
                    "removed pictures": "\(sweep.removedCount)",
                    "repaired items": "\(sweep.repaired)",
                    "items with an unreadable picture": "\(sweep.unreadable)",
                ])
        }
    }

    /// Continues erasing persons until it is complete, and removes expired data.
    private func tend() async {
        await attempt("Old activity was not deleted") {
            try await household.forgetOldActivity()
        }
        var isFolderKnown = await isFolderShared()
        var nextSweep = ContinuousClock.now + sweepInterval
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            if household.hasPendingErasure {
                await attempt("A removed person is still in the files") {
                    try await household.erasePersonalData()
                }
            }
            if household.hasUnfinishedWork {
                await attempt("Work after a save was not finished") {
                    try await household.finishWork()
                }
            }
            if ContinuousClock.now >= nextSweep {
                await attempt("Stale files were not removed") { try household.forgetStale() }
                await attempt("Expired data of accounts was not deleted") {
                    try await accounts?.forgetStale()
                }
                // Logged only once.
                if isFolderKnown { isFolderKnown = await isFolderShared() }
                nextSweep = ContinuousClock.now + sweepInterval
            }
            await attempt("The pause failed") { try await Task.sleep(for: pause) }
        }
    }

    /// Logs if the servers on the database use another folder now. Returns whether they do not.
    private func isFolderShared() async -> Bool {
        do {
            guard try !household.sharesFolder() else { return true }
        } catch {
            // The next check finds it; other reads report that the store is away.
            return true
        }
        logger.warning(
            """
            A server on this database was started with another folder, which is that of all of them from now on: \
            its pictures and imports are missing here. Start this one with the same folder (--images)
            """, metadata: ["folder": "\(household.directory.path)"])
        return false
    }

    /// Does work unless the server ends, and logs errors.
    private func attempt(
        _ complaint: Logger.Message, _ work: @escaping @Sendable () async throws -> Void
    ) async {
        do {
            try await cancelWhenGracefulShutdown { try await work() }
        } catch is CancellationError {
        } catch {
            logger.error(complaint, metadata: ["error": "\(error)"])
        }
    }
}
