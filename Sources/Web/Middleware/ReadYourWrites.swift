import HTTPTypes
import Hummingbird
import Persistence

/// Lets whoever has saved something on one of several servers see it, on whichever one they look next and
/// however far a replica of the database is behind.
///
/// After a change, the browser keeps the number that the history had then. What it asks for next waits until
/// this server has heard of that, and is read from a replica only if that has come so far.
struct ReadYourWrites: Sendable {
    private static let name = "homeowner-saved"
    /// As many digits as the number of a transaction has at most.
    private static let greatestLength = 19

    private let coordinator: PersistentStoreCoordinator
    private let basePath: BasePath
    /// A server that hears nothing any more answers all the same.
    private let patience: Duration

    init(_ coordinator: PersistentStoreCoordinator, _ configuration: AppConfiguration) {
        self.coordinator = coordinator
        basePath = configuration.basePath
        patience = .seconds(configuration.limits.hearingSeconds)
    }

    /// The transaction that an answer has to see; nil for a request that changes something.
    func minimumTransaction(for request: Request) -> Int64? {
        guard request.method == .get || request.method == .head else { return nil }
        guard let value = request.cookieValue(Self.name),
            value.utf8.count <= Self.greatestLength
        else { return 0 }
        return max(0, Int64(value) ?? 0)
    }

    /// Waits until what is kept in memory knows of a transaction.
    ///
    /// - Throws: `CancellationError`.
    func wait(for number: Int64) async throws {
        let end = ContinuousClock.now + patience
        while let told = coordinator.notifiedTransaction, told < number, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Tells the browser what it has to see from now on.
    func finish(_ response: inout Response, to request: Request, _ context: SiteContext) {
        guard request.method != .get, request.method != .head,
            let number = coordinator.latestTransaction
        else { return }
        response.setCookie(
            Cookie(
                name: Self.name, value: String(number),
                path: basePath.path.isEmpty ? "/" : basePath.path,
                secure: context.visit.way.isSecure, httpOnly: true, sameSite: .lax))
    }
}
