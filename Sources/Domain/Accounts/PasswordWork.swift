import Foundation
import Synchronization

/// Hashes passwords, two at a time, since each takes much memory and a whole core. Others wait in
/// the order of their arrival; above a limit they are refused.
final class PasswordWork: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    static let maximumAtOnce = 2
    static let maximumWaiting = 20

    let cost: PasswordHash.Cost
    private let pause: Duration
    private let state = Mutex(State())

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
        try await enter()
        defer { leave() }
        return try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                // Lowers the thread's priority behind that of pages. (On Linux each thread has its
                // own.)
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                continuation.resume(with: Result(catching: work))
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
    }

    private func enter() async throws {
        let mayGo = await withCheckedContinuation { continuation in
            // Nil means that it waits.
            let mayGo: Bool? = state.withLock { state in
                guard state.running >= Self.maximumAtOnce else {
                    state.running += 1
                    return true
                }
                guard state.waiting.count < Self.maximumWaiting else { return false }
                state.waiting.append(continuation)
                return nil
            }
            if let mayGo { continuation.resume(returning: mayGo) }
        }
        guard mayGo else {
            await holdBack()
            throw SignInError.busy
        }
    }

    /// Passes the slot to the next one.
    private func leave() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?.resume(returning: true)
    }
}
