import Foundation
import Synchronization

/// Hashes passwords, two at a time: each takes much memory and all of a core. The others wait in the
/// order in which they came, and above a number of them nobody is taken.
final class PasswordWork: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    static let mostAtOnce = 2
    static let mostWaiting = 20

    let cost: PasswordHash.Cost
    private let pause: Duration
    private let state = Mutex(State())

    /// - Parameter pause: how long those wait for their answer who are refused without any work. Default:
    ///   not at all.
    init(cost: PasswordHash.Cost = .standard, pause: Duration = .zero) {
        self.cost = cost
        self.pause = pause
    }

    /// Holds back an answer that has cost nothing. Otherwise whoever guesses in a loop would get thousands of
    /// them in a second, and others' pages would wait for that.
    func holdBack() async {
        // It ends early for those who have gone, and need no answer.
        try? await Task.sleep(for: pause)
    }

    /// Hashes a password.
    ///
    /// - Throws: ``SignInError/busy``, and `PasswordHash.OutOfMemory`.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await run { try PasswordHash.make(password, cost) }
    }

    /// Whether a password is the one of a hash; of nobody's hash it never is, and that takes as long.
    ///
    /// - Throws: ``SignInError/busy``.
    func matches(_ password: String, _ hash: String?) async throws -> Bool {
        let known = hash ?? PasswordHash.ofNobody(cost)
        let matches = try await run { PasswordHash.matches(password, known) }
        return matches && hash != nil
    }

    func isOutdated(_ hash: String) -> Bool { PasswordHash.isOutdated(hash, cost) }

    /// Does something that takes as much as a hash.
    ///
    /// - Throws: ``SignInError/busy``, and what the closure throws.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await enter()
        defer { leave() }
        return try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                // Pages that others read go first. (On Linux a thread has a priority of its own.)
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                continuation.resume(with: Result(catching: work))
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
    }

    private func enter() async throws {
        let mayGo = await withCheckedContinuation { continuation in
            // Nil while it waits.
            let mayGo: Bool? = state.withLock { state in
                guard state.running >= Self.mostAtOnce else {
                    state.running += 1
                    return true
                }
                guard state.waiting.count < Self.mostWaiting else { return false }
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

    /// Hands the place on.
    private func leave() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?.resume(returning: true)
    }
}
