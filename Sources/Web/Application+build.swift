import Domain
public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Persistence
import ServiceLifecycle

/// Builds the whole application. This is the only place where its parts are put together.
///
/// - Throws: ``ConfigurationError`` if the configuration cannot work, a template is missing, or
///   another process holds the data directory.
public func buildApplication(
    _ configuration: AppConfiguration
) async throws -> some ApplicationProtocol {
    try await buildApplication(configuration) { try SiteResources(configuration) }
}

/// - Parameter readResources: reads the resources of the site that are not records.
func buildApplication(
    _ configuration: AppConfiguration, resources readResources: @Sendable () throws -> SiteResources
) async throws -> some ApplicationProtocol {
    try configuration.validate()
    // They do not depend on each other, and each takes part of the time of the start.
    async let resources = readResources()
    let logger = makeLogger(configuration)
    let household = try Household.open(configuration, logger: logger)
    let site = try Site(configuration, household: household, resources: await resources)
    try await site.checkAccounts()
    let sources = PhotoSourceStates(try PhotoLibrary.open(configuration, household))
    var services: [any Service] = [
        HouseholdService(household: household, logger: logger, accounts: site.accounts),
        LiveService(feed: site.live, accounts: site.accounts, logger: logger),
        SupervisedService(household: household, logger: logger),
        ReminderService(reminders: Reminders(site), logger: logger),
    ]
    if configuration.followsPhotos {
        services.append(
            PhotoLibraryService(sources: sources, logger: logger, household: household))
    }
    let providers = routeProviders(site, sources)
    services.append(
        NetworkService(access: site.network, accounts: site.accounts, logger: logger) {
            try makeListener(site, $0, providers, logger: logger, announcing: $1)
        })
    return try makeApplication(site, providers, services: services, logger: logger)
}

/// Makes a server for the parts of a site.
func makeApplication(
    _ site: Site, _ providers: [any RouteProvider], services: [any Service], logger: Logger
) throws -> some ApplicationProtocol {
    try makeApplication(
        site.configuration,
        makeRouter(site, site.configuration, providers, signIn: SignInCheck(site)),
        services: services, logger: logger
    ) { port in StartAnnouncement(site, port: port).announce(logger) }
}

/// Makes a further server for the parts of a site, which other machines can reach.
func makeListener(
    _ site: Site, _ configuration: AppConfiguration, _ providers: [any RouteProvider],
    logger: Logger, announcing announce: @escaping @Sendable (_ port: Int?) -> Void
) throws -> any Service {
    var signIn = SignInCheck(site)
    // Until there is an account to sign in with, other machines get no access.
    signIn.isExposed = true
    return try makeApplication(
        configuration, makeRouter(site, configuration, providers, signIn: signIn), services: [],
        logger: logger, announcing: announce)
}

/// The router of a site, for a server with a configuration.
private func makeRouter(
    _ site: Site, _ configuration: AppConfiguration, _ providers: [any RouteProvider],
    signIn: SignInCheck
) -> Router<SiteContext> {
    makeRouter(
        configuration, providers, errors: ErrorPages(site), signIn: signIn,
        cardNumbers: CardNumberCheck(site.links),
        ownWrites: site.configuration.storeAddress.map { _ in
            ReadYourWrites(site.household.container.coordinator, site.configuration)
        },
        region: { site.region }, currency: { site.currency },
        readForm: { try await site.textOfForm(of: $0) },
        keepForm: { await site.keepStaleForm(of: $0, $1) })
}

/// Makes a server for a router.
///
/// - Parameter announce: logs that the server runs, with its port if it is known.
func makeApplication(
    _ configuration: AppConfiguration, _ router: Router<SiteContext>, services: [any Service],
    logger: Logger, announcing announce: @escaping @Sendable (_ port: Int?) -> Void
) throws -> some ApplicationProtocol {
    Application(
        router: router,
        server: try .http1(configuration, logger),
        configuration: .init(
            address: .hostname(configuration.host, port: configuration.port),
            availableConnectionsDelegate: .maximum(
                configuration.limits.connections, logger: logger)),
        services: services.map(NamedService.init),
        onServerRunning: { channel in
            announce(channel.localAddress?.port)
        },
        logger: logger)
}

func makeLogger(_ configuration: AppConfiguration) -> Logger {
    var logger = Logger(label: "Homeowner")
    logger.logLevel = configuration.logLevel
    return logger
}

/// A router with the middleware that every request passes.
///
/// - Parameters:
///   - signIn: identifies the sender of a request.
///   - cardNumbers: rejects addresses with card numbers; nil for no check.
///   - region: the format of days and numbers. Default: that without a choice.
///   - currency: the currency of amounts. Default: dollars.
///   - readForm: reads the form of a request whose sender cannot be identified at the time; nil,
///     the default,
///     to drop it.
///   - keepForm: stores the form of a request that is answered by asking for the password again.
///     Default: it
///     is lost.
func makeRouter(
    _ configuration: AppConfiguration, _ providers: [any RouteProvider], errors: ErrorPages,
    signIn: SignInCheck, cardNumbers: CardNumberCheck? = nil, ownWrites: ReadYourWrites? = nil,
    region: @escaping @Sendable () -> Region = { .unchosen },
    currency: @escaping @Sendable () -> Currency = { .dollar },
    readForm: (@Sendable (Request) async throws -> FormData)? = nil,
    keepForm: @escaping @Sendable (Request, SiteContext) async -> Void = { _, _ in }
) -> Router<SiteContext> {
    let routes = makeRoutes(configuration, providers)
    var errors = errors
    errors.methods = routes.allowedMethods

    let router = Router(context: SiteContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(
        middleware: SiteMiddleware(
            proxies: ProxyCheck(configuration), signIn: signIn, errors: errors,
            hosts: HostCheck(names: ServerNames(configuration)), cardNumbers: cardNumbers,
            ownWrites: ownWrites, region: region, currency: currency,
            routes: RouteAccess(routes), openAddresses: OpenAddresses(routes),
            isAlwaysEncrypted: configuration.isAlwaysEncrypted, readForm: readForm))
    routes.register(
        in: router, now: configuration.now, lookAgain: { try await signIn.findAgain($0, $1) },
        keepForm: keepForm)
    return router
}

/// The routes of all parts of a site.
func makeRoutes(
    _ configuration: AppConfiguration, _ providers: [any RouteProvider]
) -> SiteRoutes {
    var routes = SiteRoutes(basePath: configuration.basePath)
    for provider in providers { provider.addRoutes(to: &routes) }
    return routes
}
