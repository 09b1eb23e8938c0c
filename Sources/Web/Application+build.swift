public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Builds the whole application: the one place where its parts are put together.
///
/// - Throws: ``ConfigurationError`` if the configuration cannot work, a template is missing, or
///   another process holds the data directory.
public func buildApplication(
    _ configuration: AppConfiguration
) async throws -> some ApplicationProtocol {
    try configuration.validate()
    let directory = DataDirectory(configuration.dataDirectory)
    try directory.makeFolders()
    let lock = try DataDirectoryLock(directory)
    try directory.clearIncoming()
    let site = try Site(configuration, dataDirectory: directory)
    let logger = makeLogger(configuration)

    return Application(
        router: makeRouter(site),
        server: .http1(limits: configuration.limits),
        configuration: .init(
            address: .hostname(configuration.host, port: configuration.port),
            availableConnectionsDelegate: .maximum(
                configuration.limits.connections, logger: logger)),
        services: [DataDirectoryService(lock: lock, logger: logger, close: {})],
        onServerRunning: { channel in announce(configuration, channel, logger) },
        logger: logger)
}

private func makeLogger(_ configuration: AppConfiguration) -> Logger {
    var logger = Logger(label: "Homeowner")
    logger.logLevel = configuration.logLevel
    return logger
}

private func makeRouter(_ site: Site) -> Router<SiteContext> {
    var routes = SiteRoutes(basePath: site.configuration.basePath)
    for provider in routeProviders(site) { provider.addRoutes(to: &routes) }

    let router = Router(context: SiteContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestRecord())
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ConditionalRequests())
    router.add(middleware: ErrorPages(site: site, methods: routes.allowedMethods))
    router.add(middleware: HostCheck(names: ServerNames(site.configuration)))
    router.add(middleware: OriginCheck())
    routes.register(in: router)
    return router
}

/// Every part of the site that answers requests.
private func routeProviders(_ site: Site) -> [any RouteProvider] {
    [site.files, HealthController()]
}

/// Says where the server is, for the person who started it.
private func announce(_ configuration: AppConfiguration, _ channel: any Channel, _ logger: Logger) {
    let port = channel.localAddress?.port ?? configuration.port
    let isAddressWithColons = configuration.host.contains(":")
    let host = isAddressWithColons ? "[\(configuration.host)]" : configuration.host
    let address = "http://\(host):\(port)\(configuration.basePath)"
    logger.notice("Homeowner is at \(address), data in \(configuration.dataDirectory)")
}
