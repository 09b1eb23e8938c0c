import HTTPTypes
import Hummingbird
import Persistence

/// Lets users see their own saves on each of several servers, however far a replica is behind.
///
/// After a change, the browser gets a cookie with the history's last transaction number. Its next
/// requests wait until the server knows that transaction, and use a replica only if it has it.
struct ReadYourWrites: Sendable {
    private static let name = "homeowner-saved"
    /// The maximum number of digits of a transaction number.
    private static let maximumLength = 19

    private let coordinator: PersistentStoreCoordinator
    private let basePath: BasePath
    /// The time after which a server without notifications answers anyway.
    private let timeout: Duration

    init(_ coordinator: PersistentStoreCoordinator, _ configuration: AppConfiguration) {
        self.coordinator = coordinator
        basePath = configuration.basePath
        timeout = .seconds(configuration.limits.hearingSeconds)
    }

    /// The transaction that a response has to include; nil for a request that changes data.
    func minimumTransaction(for request: Request) -> Int64? {
        guard request.method == .get || request.method == .head else { return nil }
        guard let value = request.cookieValue(Self.name),
            value.utf8.count <= Self.maximumLength
        else { return 0 }
        return max(0, Int64(value) ?? 0)
    }

    /// Waits until the caches know a transaction.
    ///
    /// - Throws: `CancellationError`.
    func wait(for number: Int64) async throws {
        let end = ContinuousClock.now + timeout
        while let told = coordinator.notifiedTransaction, told < number, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Sends the browser the number for later requests.
    func finish(_ response: inout Response, to request: Request, _ context: SiteContext) {
        guard request.method != .get, request.method != .head,
            let number = coordinator.latestTransaction
        else { return }
        response.setCookie(
            Cookie(
                name: Self.name, value: String(number),
                path: basePath.path.isEmpty ? "/" : basePath.path,
                secure: context.client.connection.isSecure, httpOnly: true, sameSite: .lax))
    }
}
