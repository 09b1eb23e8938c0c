import Logging
import ServiceLifecycle

/// Holds the data directory while the server runs, and lets it go when the last request has ended.
///
/// Services stop in the reverse order of their start: this one starts before the server.
struct DataDirectoryService: Service {
    let lock: DataDirectoryLock
    let logger: Logger
    /// What has to be closed before the directory is free.
    let close: @Sendable () async throws -> Void

    func run() async throws {
        try await gracefulShutdown()
        do {
            try await close()
        } catch {
            logger.error("The store was not closed in order", metadata: ["error": "\(error)"])
        }
        withExtendedLifetime(lock) {}
    }
}
