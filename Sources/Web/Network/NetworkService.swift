import Domain
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Opens and closes the second listener while the server runs, according to ``NetworkAccess``.
///
/// It is open only while there are accounts.
struct NetworkService: Service {
    let access: NetworkAccess
    let accounts: Accounts
    let logger: Logger
    /// The interval of checks for changed addresses and accounts.
    var interval = Duration.seconds(5)
    /// Makes a server for a listener; it reports its port.
    let makeServer:
        @Sendable (AppConfiguration, @escaping @Sendable (Int?) -> Void) throws -> any Service

    func run() async throws {
        access.served(true)
        defer { access.served(false) }
        await withTaskGroup(of: Void.self) { tasks in
            var server: Running?
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                if server?.isOver == true {
                    await tasks.next()
                    server = nil
                }
                if await isWanted {
                    if server != nil || isDue { renew() }
                    if server == nil, isDue { server = start(in: &tasks) }
                } else if let running = server {
                    await running.group.triggerGracefulShutdown()
                    await tasks.next()
                    server = nil
                } else if access.status == .changing {
                    access.closed()
                }
                await cancelWhenGracefulShutdown { await access.pause(for: interval) }
            }
            await server?.group.triggerGracefulShutdown()
            await tasks.waitForAll()
        }
    }

    /// After a failure, the next attempt waits for a decision.
    private var isDue: Bool {
        if case .failed = access.status { false } else { true }
    }

    private var isWanted: Bool {
        get async {
            guard access.isWanted else { return false }
            do {
                return try await !accounts.isEmpty
            } catch {
                logger.error(
                    "The network port was not opened: the accounts cannot be read",
                    metadata: ["error": "\(error)"])
                return false
            }
        }
    }

    private func renew() {
        do {
            guard try access.renewCertificate() else { return }
            logger.notice("The certificate for the network was made")
        } catch {
            logger.error(
                "The certificate for the network was not made", metadata: ["error": "\(error)"])
        }
    }

    private func start(in tasks: inout TaskGroup<Void>) -> Running? {
        let (access, logger) = (access, logger)
        do {
            let listener = access.listener()
            let server = try makeServer(listener) { port in
                do {
                    try access.opened(at: port ?? 0)
                } catch {
                    logger.error("The port was not saved", metadata: ["error": "\(error)"])
                }
                for address in access.addresses.prefix(1) {
                    logger.notice("Phones in the network reach Homeowner at \(address)")
                }
            }
            var settings = ServiceGroupConfiguration(services: [server], logger: logger)
            settings.maximumGracefulShutdownDuration = .seconds(2)
            let running = Running(group: ServiceGroup(configuration: settings))
            tasks.addTask {
                defer { running.end() }
                do {
                    try await running.group.run()
                    access.closed()
                } catch is CancellationError {
                    access.closed()
                } catch {
                    logger.error(
                        "The network port was not opened", metadata: ["error": "\(error)"])
                    let known = (error as? IOError).map {
                        configurationError(for: $0.errnoCode, listener).description
                    }
                    access.failed(known ?? "\(error)")
                }
            }
            return running
        } catch {
            logger.error("The network port was not opened", metadata: ["error": "\(error)"])
            access.failed("\(error)")
            return nil
        }
    }
}

/// A running server.
private final class Running: Sendable {
    let group: ServiceGroup
    private let over = Mutex(false)

    init(group: ServiceGroup) {
        self.group = group
    }

    /// Whether it has ended, with or without an error.
    var isOver: Bool { over.withLock { $0 } }

    func end() { over.withLock { $0 = true } }
}
