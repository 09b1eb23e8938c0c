import Synchronization

/// Whether a server was away a moment ago, and let somebody wait for it: those who come right after are told
/// so at once, instead of waiting one after the other.
final class ServerAbsence: Sendable {
    /// How long somebody has to have waited.
    private static let wait = Duration.seconds(1)
    /// How long nobody else tries.
    private static let pause = Duration.seconds(2)

    private struct Failure {
        let error: PostgreSQLError
        let end: ContinuousClock.Instant
    }

    private let failure = Mutex<Failure?>(nil)

    /// Connects to the server.
    ///
    /// - Throws: `PostgreSQLError`, which may be that of somebody who has just tried.
    func connect(to address: ServerAddress) throws -> ServerConnection {
        let begun = ContinuousClock.now
        if let known = failure.withLock({ $0 }), begun < known.end { throw known.error }
        do {
            return try ServerConnection(address)
        } catch let error as PostgreSQLError where error.isConnectionLost {
            if ContinuousClock.now - begun > Self.wait { note(error) }
            throw error
        }
    }

    /// Takes note that somebody has waited in vain.
    func note(_ error: PostgreSQLError) {
        failure.withLock { $0 = Failure(error: error, end: .now + Self.pause) }
    }
}
