import CMalloc
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Runs the server until SIGINT or SIGTERM; then running requests complete and the store is closed.
///
/// - Throws: ``ConfigurationError`` if it cannot start: the address is in use, the data directory
///   is open elsewhere, a template is missing.
public func serve(_ configuration: AppConfiguration) async throws {
    shareMemoryAmongThreads()
    try await serve(try await buildApplication(configuration), configuration)
}

/// Runs an application until SIGINT or SIGTERM.
func serve(
    _ application: some ApplicationProtocol, _ configuration: AppConfiguration
) async throws {
    var settings = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: [.sigterm, .sigint],
        logger: application.logger)
    settings.maximumGracefulShutdownDuration = .seconds(configuration.limits.shutdownSeconds)
    do {
        try await ServiceGroup(configuration: settings).run()
    } catch let error as IOError {
        throw configurationError(for: error.errnoCode, configuration)
    } catch is SocketAddressError {
        throw ConfigurationError("There is no address named \(configuration.host).")
    }
}

/// Limits malloc's arenas. Pages are allocated and freed on different threads, which would let the
/// memory grow over time.
private func shareMemoryAmongThreads() {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    cmalloc_share_arenas(Int32(clamping: max(2, cores / 2)))
}

/// The error for an address that cannot be listened on.
func configurationError(
    for code: CInt, _ configuration: AppConfiguration
) -> ConfigurationError {
    let address = "\(configuration.host), port \(configuration.port)"
    switch code {
    case EADDRINUSE:
        return .init(
            """
            Another program listens on \(address) already. Stop it, or choose another port with \
            --port.
            """)
    case EACCES:
        return .init("Ports below 1024 need more rights. Choose another one with --port.")
    case EADDRNOTAVAIL:
        return .init("This machine has no address \(configuration.host).")
    default:
        return .init("Listening on \(address) failed: \(String(cString: strerror(code)))")
    }
}
