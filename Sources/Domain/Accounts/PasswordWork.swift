import Foundation

/// Hashes passwords, two at a time, since each takes much memory and a whole core. Others wait in
/// the order of their arrival; above a limit they are refused.
final class PasswordWork: Sendable {
    static let maximumAtOnce = 2
    static let maximumWaiting = 20

    let cost: PasswordHash.Cost
    private let pause: Duration
    private let queue = WorkQueue(running: maximumAtOnce, waiting: maximumWaiting)

    /// - Parameter pause: the delay before a refusal that took no work. Default: none.
    init(cost: PasswordHash.Cost = .standard, pause: Duration = .zero) {
        self.cost = cost
        self.pause = pause
    }

    /// Delays an answer that took no work. Otherwise guessing in a loop would get thousands a
    /// second, and slow down other users' pages.
    func holdBack() async {
        // The delay ends early when the client is gone.
        try? await Task.sleep(for: pause)
    }

    /// Hashes a password.
    ///
    /// - Throws: ``SignInError/busy``, and `PasswordHash.OutOfMemory`.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await run { try PasswordHash.make(password, cost) }
    }

    /// Whether a password matches a hash; without a hash it never does, after the same time.
    ///
    /// - Throws: ``SignInError/busy``.
    func matches(_ password: String, _ hash: String?) async throws -> Bool {
        let known = hash ?? PasswordHash.unmatchable(cost)
        let matches = try await run { PasswordHash.matches(password, known) }
        return matches && hash != nil
    }

    func isOutdated(_ hash: String) -> Bool { PasswordHash.isOutdated(hash, cost) }

    /// Runs a closure that costs as much as a hash.
    ///
    /// - Throws: ``SignInError/busy``, and errors of the closure.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        do {
            return try await queue.run {
                try await withCheckedThrowingContinuation { continuation in
                    let thread = Thread {
                        // Lowers the thread's priority behind that of pages. (On Linux each thread
                        // has its own.)
                        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                        continuation.resume(with: Result(catching: work))
                    }
                    thread.stackSize = 1 << 20
                    thread.start()
                }
            }
        } catch is WorkQueue.Busy {
            await holdBack()
            throw SignInError.busy
        }
    }
}
